import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'

/**
 * The questions of every account page: the account, its APT, its name, and the newest collection that it created. The hosted
 * service has none of them, and the demo ledger has no names.
 */
export const accountQuestions = (address: string, network: AptosNetwork, status: AptosStatus | undefined) => {
  const isHosted = status?.source === 'hosted'
  return {
    account: isHosted ? undefined : aptosExplorerCall('aptosAccount', { address, network }),
    balance: isHosted ? undefined : aptosExplorerCall('aptosAccountBalance', { address, network }),
    name:
      isHosted || status?.source === 'demo' ? undefined : aptosExplorerCall('aptosAccountName', { address, network }),
    created: isHosted
      ? undefined
      : { ...aptosExplorerCall('aptosCreatorCollections', { address, network, limit: 1 }), part: 'newest' },
  }
}
