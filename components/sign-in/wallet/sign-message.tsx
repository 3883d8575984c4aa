'use client'

import { Button } from '#components/ui/button.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { FaultNotice } from '#components/wallet/fault-notice.tsx'
import { type AptosNetwork, networkTitles, walletNetwork } from '#components/wallet/wallet-network.ts'
import { useSignIn } from './use-sign-in.ts'

type SignMessageProps = {
  wallet: string
  address: string
  publicKey: string
  chainId: number | undefined
  networks: readonly AptosNetwork[]
  domain: string
  next: string
  /** Called to choose another wallet. */
  onChange: () => void
}

/** After a wallet is connected: shows the message, signs it, and handles every failure. */
export const SignMessage = (props: SignMessageProps) => {
  const { wallet, address, publicKey, chainId, networks, domain, next, onChange } = props
  const network = walletNetwork({ chainId })
  const { step, signIn, giveUp } = useSignIn({ address, publicKey, network }, next)
  const another = <Button onClick={onChange}>Use another wallet</Button>
  const isServed = network !== undefined && networks.includes(network)
  return (
    <div className="space-y-4 text-sm">
      <p>
        <span className="text-muted">{wallet} is connected as </span>
        <span className="break-all font-mono">{address}</span>
        <span className="text-muted"> on {network ? networkTitles[network] : 'another network'}.</span>
      </p>
      {!isServed && (
        <FaultNotice
          fault={{
            title: 'Please switch the network in the wallet',
            text: `Signing in works here on ${networks.map((name) => networkTitles[name]).join(' and ')}.`,
          }}
          action={another}
        />
      )}
      {isServed && step.kind === 'failed' && (
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
      {isServed && (step.kind === 'ready' || step.kind === 'starting') && (
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
      {isServed && step.kind === 'signing' && (
        <>
          <p role="status">{wallet} is asking for your signature. It should show exactly this message:</p>
          <RawText value={step.message} label="Copy message" wrap />
          <Button onClick={giveUp}>Cancel</Button>
        </>
      )}
      {isServed && step.kind === 'checking' && <p role="status">Checking the signature…</p>}
    </div>
  )
}
