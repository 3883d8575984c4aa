import { setTimeout as wait } from 'node:timers/promises'
import type { IndexPosition } from '#lib/api/serve/serve.ts'
import { recent } from '#lib/base/shared-calls.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import type { EvmChainState } from './contract.ts'

/** The index may have advanced since: this is the minimum that a response reflects. */
const ageMaxMs = 1_000

/** Responses wait no longer for the states of all chains, one of which may be in a database that does not respond. */
const waitMaxMs = 200

/** The index position of the requested chain; of the first served one if none is named and Ethereum is not served. */
export const evmIndexPosition = (readChains: () => Promise<readonly EvmChainState[]>): IndexPosition => {
  let latest: readonly EvmChainState[] = []
  const chains = recent(async () => {
    latest = await readChains()
    return latest
  }, ageMaxMs)
  return async (_, { chain: asked }): Promise<Record<string, string>> => {
    const all = await Promise.race([chains(), wait(waitMaxMs, undefined, { ref: false }).then(() => latest)])
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
