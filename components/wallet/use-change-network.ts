import { useWallet } from '@aptos-labs/wallet-adapter-react'
import type { WalletFault } from './wallet-fault.ts'
import { walletFault } from './wallet-fault.ts'
import type { SignInNetwork } from './wallet-network.ts'

/** Asks the wallet to use a network. Returns why it did not. */
export type ChangeNetwork = (network: SignInNetwork) => Promise<WalletFault | undefined>

type NetworkName = Parameters<ReturnType<typeof useWallet>['changeNetwork']>[0]
const isNetworkName = (name: string): name is NetworkName => name === 'mainnet' || name === 'testnet'

/** Changes the network of the connected wallet; undefined if only its own settings can. */
export const useChangeNetwork = (): ChangeNetwork | undefined => {
  const { wallet, changeNetwork } = useWallet()
  if (wallet?.features['aptos:changeNetwork'] === undefined) return undefined
  return async (network) => {
    const name: string = network
    if (!isNetworkName(name)) return undefined
    try {
      const { success, reason } = await changeNetwork(name)
      return success ? undefined : walletFault(reason)
    } catch (thrown) {
      return walletFault(thrown)
    }
  }
}
