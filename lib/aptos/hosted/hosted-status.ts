import type { Service } from '#lib/api/endpoint.ts'
import { unknownState } from '#lib/aptos/api/unknown-state.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'

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
