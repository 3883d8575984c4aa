import type { ServedChain } from '#lib/evm/served.ts'

/** What the lists of a collection need of the indexing of single contracts. Addresses are lower-case hex. */
export type EvmHistories = {
  /** Whether all of these contracts are indexed as far back as they reach. */
  isSynced(chain: ServedChain, addresses: readonly string[], signal?: AbortSignal): Promise<boolean>
  /** Enqueues the indexing of those that are not; returns before any of it is done. */
  request(chain: ServedChain, addresses: readonly string[]): Promise<void>
}
