import type { SignInNetwork } from '#components/wallet/wallet-network.ts'
import type { SignInChain } from '#lib/account/contract/account.ts'

export type WalletPanelProps = {
  /** Aptos networks and EVM chains whose accounts can sign in. */
  networks: readonly SignInNetwork[]
  chains: readonly SignInChain[]
  domain: string
  next: string
}
