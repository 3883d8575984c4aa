import type { CallContext } from '#lib/api/endpoint.ts'
import type { EvmHistories } from '#lib/evm/queries/histories-port.ts'
import type { ServedChain } from '#lib/evm/served.ts'

/**
 * Whether these contracts are indexed; those that are not are queued, as far as the caller's quota reaches. Call it before
 * reading the records: a list that was read while incomplete is then never called complete.
 */
export const collectionStatus = async (
  histories: EvmHistories,
  chain: ServedChain,
  contracts: readonly string[],
  { signal, asker }: CallContext = {},
): Promise<'SYNCED' | 'SYNCING'> => {
  if (await histories.isSynced(chain, contracts, signal)) {
    // On a chain that is not followed, a complete history falls behind: it is updated after the response.
    void histories.request(chain, contracts, asker).catch(() => undefined)
    return 'SYNCED'
  }
  // A failure to queue must not fail the list; the next request asks again.
  await histories.request(chain, contracts, asker).catch(() => undefined)
  return 'SYNCING'
}
