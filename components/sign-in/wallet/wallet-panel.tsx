'use client'

import { AptosWalletAdapterProvider, WalletCore } from '@aptos-labs/wallet-adapter-react'
import type { ConnectWalletProps } from './wallet-flow.tsx'
import { WalletFlow } from './wallet-flow.tsx'

/*
 * On connecting, the adapter would request the account's name from a third-party service. It is not shown here, and
 * pages contact no other origin.
 */
Object.assign(WalletCore.prototype, { setAnsName: async () => {} })

/** The wallet adapter and its dependencies, loaded only by the button of the sign-in page. */
export const WalletPanel = (props: ConnectWalletProps) => (
  <AptosWalletAdapterProvider autoConnect={false} disableTelemetry>
    <WalletFlow {...props} />
  </AptosWalletAdapterProvider>
)
