import type { Asker } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/served.ts'

/** The backfill functions that lists of a collection need. Addresses are lower-case hex. */
export type EvmBackfill = {
  /**
   * Queues the backfill of contracts that are not indexed and that `asker` may start; returns immediately. Contracts
   * beyond the asker's quota are skipped without an error.
   */
  request(chain: ServedChain, addresses: readonly string[], asker: Asker | undefined): Promise<void>
}
