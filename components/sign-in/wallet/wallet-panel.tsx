'use client'

import { WalletConnection } from '#components/wallet/wallet-connection.tsx'
import type { AptosNetwork } from '#components/wallet/wallet-network.ts'
import { SignMessage } from './sign-message.tsx'

export type ConnectWalletProps = { networks: readonly AptosNetwork[]; domain: string; next: string }

/** Connects a wallet, which then signs. Loaded only by the button of the sign-in page. */
export const WalletPanel = (props: ConnectWalletProps) => (
  <WalletConnection>
    {({ name, address, publicKey, chainId, leave }) => (
      <SignMessage
        {...props}
        wallet={name}
        address={address}
        publicKey={publicKey}
        chainId={chainId}
        onChange={leave}
      />
    )}
  </WalletConnection>
)
