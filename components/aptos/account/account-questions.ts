import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'

/** The questions of every account page: the account, and the newest collection that it created. */
export const accountQuestions = (address: string, network: AptosNetwork) => ({
  account: aptosExplorerCall('aptosAccount', { address, network }),
  created: { ...aptosExplorerCall('aptosCreatorCollections', { address, network, limit: 1 }), part: 'newest' },
})
