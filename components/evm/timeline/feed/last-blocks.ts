import { blockEndpoints } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

export type LastBlocks = Readonly<Record<string, string | null>>

/**
 * By chain, the last indexed block until a time, for lists that filter by block; null if the chain started later.
 * Unknown for other chains.
 */
export const lastBlocks = async (
  ask: Ask,
  chains: readonly EvmChainState[],
  to_date: string | undefined,
): Promise<LastBlocks> => {
  if (to_date === undefined) return {}
  const own = chains.filter(({ source }) => source !== 'hosted')
  const answers = await Promise.all(
    own.map(async ({ chain }) => {
      const { data } = await ask(callTo(blockEndpoints.evmBlocks, { chain, to_date, limit: 1 }))
      return data ? [[chain, data.result[0]?.block_number ?? null] as const] : []
    }),
  )
  return Object.fromEntries(answers.flat())
}
