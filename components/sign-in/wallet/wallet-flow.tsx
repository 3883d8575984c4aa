'use client'

import { useWallet } from '@aptos-labs/wallet-adapter-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { type SignInFault, walletFault } from './sign-in-fault.ts'
import { SignMessage } from './sign-message.tsx'
import { WalletList } from './wallet-list.tsx'
import type { AptosNetwork } from './wallet-network.ts'

type Step = { kind: 'choosing'; fault?: SignInFault } | { kind: 'connecting'; wallet: string }

export type ConnectWalletProps = { networks: readonly AptosNetwork[]; domain: string; next: string }

/** Lists wallets and connects one, which then signs. */
export const WalletFlow = (props: ConnectWalletProps) => {
  const { connect, disconnect, connected, account, network, wallet, wallets, notDetectedWallets } = useWallet()
  const [step, setStep] = useState<Step>({ kind: 'choosing' })
  const attempts = useRef(0)

  const choose = async (name: string) => {
    const attempt = ++attempts.current
    setStep({ kind: 'connecting', wallet: name })
    try {
      // Its type is void, but it is a promise that wallets reject.
      await connect(name)
      if (attempts.current === attempt) setStep({ kind: 'choosing' })
    } catch (thrown) {
      if (attempts.current === attempt) setStep({ kind: 'choosing', fault: walletFault(thrown) })
    }
  }
  const startOver = async () => {
    attempts.current += 1
    setStep({ kind: 'choosing' })
    try {
      await disconnect()
    } catch {
      // The wallet was not connected, or is gone: the list is shown either way.
    }
  }

  if (connected && account && wallet)
    return (
      <SignMessage
        {...props}
        wallet={wallet.name}
        address={account.address.toString()}
        publicKey={account.publicKey.toString()}
        chainId={network?.chainId}
        onChange={startOver}
      />
    )
  if (step.kind === 'connecting')
    return (
      <div role="status" className="flex flex-wrap items-center gap-3 text-sm">
        <span>Waiting for {step.wallet}: allow the connection there.</span>
        <Button onClick={startOver}>Choose another</Button>
      </div>
    )
  return (
    <div className="space-y-4">
      {step.fault && <FaultNotice fault={step.fault} />}
      <WalletList wallets={wallets} missing={notDetectedWallets} onChoose={choose} />
    </div>
  )
}
