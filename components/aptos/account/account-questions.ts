import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { aptosAccountApi } from '#lib/aptos/account/sent-contract.ts'
import { aptosNameApi } from '#lib/aptos/names/contract.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { callTo } from '#lib/pages/question.ts'

/**
 * The questions of every account page: the account, its APT, its name, and the newest collection that it created. The hosted
 * service has none of them, and the demo ledger has no names.
 */
export const accountQuestions = (address: string, network: AptosNetwork, status: AptosStatus | undefined) => {
  const isHosted = status?.source === 'hosted'
  return {
    account: isHosted ? undefined : callTo(aptosAccountApi.aptosAccount, { address, network }),
    balance: isHosted ? undefined : callTo(aptosStateApi.aptosAccountBalance, { address, network }),
    name:
      isHosted || status?.source === 'demo' ? undefined : callTo(aptosNameApi.aptosAccountName, { address, network }),
    created: isHosted
      ? undefined
      : { ...callTo(aptosNftExplorerApi.aptosCreatorCollections, { address, network, limit: 1 }), part: 'newest' },
  }
}
