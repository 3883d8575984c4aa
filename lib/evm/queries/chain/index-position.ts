import { recent } from '#lib/api/recent.ts'
import type { IndexPosition } from '#lib/api/serve/serve.ts'
import { findChain } from '#lib/evm/contract/chains.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'

/** The index may have advanced since: this is the minimum that a response reflects. */
const ageMaxMs = 1_000

/** The index position of the requested chain; of the first served one if none is named and Ethereum is not served. */
export const evmIndexPosition = (readChains: () => Promise<readonly EvmChainState[]>): IndexPosition => {
  const chains = recent(readChains, ageMaxMs)
  return async (_, { chain: asked }): Promise<Record<string, string>> => {
    const all = await chains()
    const name = typeof asked === 'string' ? asked : 'eth'
    const known = findChain(name)?.name ?? name
    const state =
      all.find(({ chain, chain_id }) => chain === known || chain_id === name) ??
      (asked === undefined ? all[0] : undefined)
    if (!state?.indexed_block) return {}
    return {
      'x-spyglass-indexed': `block ${state.indexed_block}`,
      ...(state.indexed_block_timestamp && { 'x-spyglass-indexed-time': state.indexed_block_timestamp }),
    }
  }
}
