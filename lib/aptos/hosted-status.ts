import type { Service } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from './contract/explorer.ts'

/** The status of a ledger with only a hosted service, which does not report its position. */
export const hostedStatus: Pick<Service<AptosExplorerApi>, 'aptosStatus'> = {
  aptosStatus: async ({ network = 'mainnet' }) => ({
    network,
    chain_id: null,
    source: 'hosted',
    ledger_version: null,
    oldest_ledger_version: null,
    block_height: null,
    oldest_block_height: null,
    ledger_timestamp: null,
    checked_at: null,
    error: null,
    index: null,
  }),
}
