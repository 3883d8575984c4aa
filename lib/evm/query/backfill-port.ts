import type { Requester } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'

/** The backfill functions that lists of a collection need. Addresses are lower-case hex. */
export type EvmBackfill = {
  /**
   * Queues the backfill of contracts that are not indexed and that `requester` may start; returns immediately. Contracts
   * beyond the requester's quota are skipped without an error.
   */
  request(chain: ServedChain, addresses: readonly string[], requester: Requester | undefined): Promise<void>
}
