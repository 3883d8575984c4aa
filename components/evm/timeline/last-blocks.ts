import { ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { EvmChainState, EvmExplorerApi } from '#lib/evm/contract/explorer.ts'

export type LastBlocks = Readonly<Record<string, string | null>>

/**
 * By chain, the last block of an own index until a time, for lists of the interface that know blocks and no times; null where the
 * chain began later. Of other chains nobody here knows it.
 */
export const lastBlocks = async (
  explorer: Pick<Client<EvmExplorerApi>, 'evmBlocks'>,
  chains: readonly EvmChainState[],
  to_date: string | undefined,
): Promise<LastBlocks> => {
  if (to_date === undefined) return {}
  const own = chains.filter(({ source }) => source !== 'hosted')
  const answers = await Promise.all(
    own.map(async ({ chain }) => {
      const { data } = await ask(explorer.evmBlocks({ chain, to_date, limit: 1 }))
      return data ? [[chain, data.result[0]?.block_number ?? null] as const] : []
    }),
  )
  return Object.fromEntries(answers.flat())
}
