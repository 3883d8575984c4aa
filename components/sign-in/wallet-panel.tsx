'use client'

import { AptosWalletAdapterProvider, WalletCore } from '@aptos-labs/wallet-adapter-react'
import type { ConnectWalletProps } from './wallet-flow.tsx'
import { WalletFlow } from './wallet-flow.tsx'

/*
 * On connecting, the adapter asks a service of others for the account's name and waits for the answer. No one shows that
 * name here, and pages talk to no other origin.
 */
Object.assign(WalletCore.prototype, { setAnsName: async () => {} })

/** The wallet adapter and all that needs it: loaded by the sign-in page's button alone. */
export const WalletPanel = (props: ConnectWalletProps) => (
  <AptosWalletAdapterProvider autoConnect={false} disableTelemetry>
    <WalletFlow {...props} />
  </AptosWalletAdapterProvider>
)
