import type { Service } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from './contract/explorer.ts'
import { unknownState } from './contract/unknown-state.ts'

/** The status of a ledger with only a hosted service, which does not report its position. */
export const hostedStatus: Pick<Service<AptosExplorerApi>, 'aptosStatus'> = {
  aptosStatus: async ({ network = 'mainnet' }) => ({
    network,
    source: 'hosted',
    ...unknownState,
    error: null,
    index: null,
  }),
}
