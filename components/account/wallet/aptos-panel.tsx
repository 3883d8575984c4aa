'use client'

import { useWallet } from '@aptos-labs/wallet-adapter-react'
import { fromAccount } from '#components/account/account-request.ts'
import type { ConnectedAptosWallet } from '#components/wallet/wallet-connection.tsx'
import { WalletConnection } from '#components/wallet/wallet-connection.tsx'
import { networkTitles, walletNetwork } from '#components/wallet/wallet-network.ts'
import type { WalletPanelProps } from './panel-props.ts'
import { SignMessage } from './sign-message.tsx'
import type { SignInWay } from './use-sign-in.ts'

/** Connects an Aptos wallet, which then signs. The wallet adapter is larger than all our pages together. */
export const AptosPanel = (props: WalletPanelProps) => (
  <WalletConnection>{(wallet) => <SignInWithAptos {...props} wallet={wallet} />}</WalletConnection>
)

const SignInWithAptos = ({ wallet, networks, domain, next }: WalletPanelProps & { wallet: ConnectedAptosWallet }) => {
  const { signMessage } = useWallet()
  const { name, address, publicKey, chainId, leave } = wallet
  const network = walletNetwork({ chainId })
  const way: SignInWay = {
    who: `${network} ${address} ${publicKey}`,
    start: () => fromAccount('/start', 'POST').call({ address, publicKey, network: network ?? 'mainnet' }),
    sign: async ({ message, nonce }) => {
      const { fullMessage, signature } = await signMessage({ message, nonce: nonce ?? '', application: true })
      // Wallets are third-party programs: what they return may not match their types.
      if (typeof fullMessage !== 'string' || !signature) return undefined
      return { message: fullMessage, signature: signature.toString() }
    },
    finish: (signed) => fromAccount('/finish', 'POST').call({ ...signed, next }),
  }
  const isServed = network !== undefined && networks.includes(network)
  const switchNetwork = {
    title: 'Please switch the network in the wallet',
    text: `Signing in works here on ${networks.map((each) => networkTitles[each]).join(' and ')}.`,
  }
  return (
    <SignMessage
      wallet={name}
      address={address}
      network={network ? networkTitles[network] : 'another network'}
      way={way}
      obstacle={isServed ? undefined : switchNetwork}
      domain={domain}
      onChange={leave}
    />
  )
}
