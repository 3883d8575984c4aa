import type { EvmHistories } from '#lib/evm/queries/histories-port.ts'
import type { ServedChain } from '#lib/evm/served.ts'

/**
 * Whether these contracts are indexed; those that are not are asked to be. To be read before the records: a list that was
 * read while incomplete is then never called complete.
 */
export const collectionStatus = async (
  histories: EvmHistories,
  chain: ServedChain,
  contracts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<'SYNCED' | 'SYNCING'> => {
  if (await histories.isSynced(chain, contracts, signal)) {
    // A chain that nobody follows goes on: what was complete once is brought up to date behind the answer.
    void histories.request(chain, contracts).catch(() => undefined)
    return 'SYNCED'
  }
  // What is indexed can be shown without it, and the next request asks again.
  await histories.request(chain, contracts).catch(() => undefined)
  return 'SYNCING'
}
