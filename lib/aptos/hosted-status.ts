import type { Service } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from './contract/explorer.ts'

/** What is known of the ledger where only a hosted service answers: that it does; how far it is, it does not say. */
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
