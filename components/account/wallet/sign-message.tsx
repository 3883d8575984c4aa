'use client'

import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { FaultNotice } from '#components/wallet/fault-notice.tsx'
import type { WalletFault } from '#components/wallet/wallet-fault.ts'
import { type SignInWay, useSignIn } from './use-sign-in.ts'

type SignMessageProps = {
  wallet: string
  address: string
  /** The network of the account: `Aptos mainnet`. */
  network: string
  way: SignInWay
  /** Why this account cannot sign in as it is. */
  obstacle?: WalletFault | undefined
  domain: string
  /** Called to choose another wallet. */
  onChange: () => void
  /** More about the account. */
  children?: ReactNode
}

/** After a wallet is connected: shows the message, signs it, and handles every failure. */
export const SignMessage = (props: SignMessageProps) => {
  const { wallet, address, network, way, obstacle, domain, onChange, children } = props
  const { step, signIn, giveUp } = useSignIn(way)
  const another = <Button onClick={onChange}>Use another wallet</Button>
  return (
    <div className="space-y-4 text-sm">
      <p>
        <span className="text-muted">{wallet} is connected as </span>
        <span className="break-all font-mono">{address}</span>
        <span className="text-muted"> on {network}.</span>
      </p>
      {children}
      {obstacle ? <FaultNotice fault={obstacle} action={another} /> : null}
      {!obstacle && step.kind === 'failed' && (
        <FaultNotice
          fault={step.fault}
          action={
            <>
              <Button look="primary" onClick={signIn}>
                Try again
              </Button>
              {another}
            </>
          }
        />
      )}
      {!obstacle && (step.kind === 'ready' || step.kind === 'starting') && (
        <>
          <p>
            The wallet will show a message from <strong>{domain}</strong>. Signing it proves that this account is yours
            and does nothing else: it sends no transaction, costs nothing, and gives no access to what the account
            holds. Only sign if the message names {domain}.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look="primary" disabled={step.kind === 'starting'} onClick={signIn}>
              {step.kind === 'starting' ? 'Preparing…' : 'Sign in'}
            </Button>
            {another}
          </div>
        </>
      )}
      {!obstacle && step.kind === 'signing' && (
        <>
          <p role="status">{wallet} is asking for your signature. It should show exactly this message:</p>
          <RawText value={step.message} label="Copy message" wrap />
          <Button onClick={giveUp}>Cancel</Button>
        </>
      )}
      {!obstacle && step.kind === 'checking' && <p role="status">Checking the signature…</p>}
    </div>
  )
}
