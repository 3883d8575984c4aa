import type { Store } from '#lib/store/store.ts'
import { lastLocalChainId, unknownChainId } from './chain-id.ts'
import { createServedChains, type ServedChainOptions, type ServedChains } from './served.ts'

const refreshEveryMs = 2_000

/**
 * The served chains, with the devnet's id as the worker last heard it: a devnet may start after us, or restart with
 * another id. `defaultChain` is used for requests without a chain if it is not the first served chain.
 */
export const liveServedChains = async <Tables>(
  store: Store<Tables>,
  chains: readonly ServedChainOptions[],
  defaultChain: string | undefined,
): Promise<ServedChains> => {
  const hasLocal = chains.some(({ name }) => name === 'local')
  let lastId = unknownChainId
  const read = async (): Promise<ServedChains> => {
    const id = hasLocal ? await lastLocalChainId(store).catch(() => lastId) : unknownChainId
    lastId = id
    return createServedChains(chains.map((chain) => (chain.name === 'local' ? { ...chain, id } : chain)))
  }
  let current = await read()
  const refresh = async (): Promise<void> => {
    current = await read().catch(() => current)
  }
  if (hasLocal) setInterval(refresh, refreshEveryMs).unref()
  return {
    get all() {
      return current.all
    },
    resolve: (nameOrHexId) => current.resolve(nameOrHexId ?? defaultChain),
  }
}
