import type { Asker } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/served.ts'

/** What the lists of a collection need of the indexing of single contracts. Addresses are lower-case hex. */
export type EvmHistories = {
  /**
   * Queues the indexing of those that are not and that `asker` may have indexed; returns before any of it is done. Contracts
   * beyond the asker's quota are left out without an error.
   */
  request(chain: ServedChain, addresses: readonly string[], asker: Asker | undefined): Promise<void>
}
