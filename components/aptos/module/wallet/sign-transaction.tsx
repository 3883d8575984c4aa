'use client'
import { useState } from 'react'
import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Submitted, WalletPayload } from '#components/wallet/use-submit.ts'
import type { WalletFault } from '#components/wallet/wallet-fault.ts'
import { networkTitles, type SignInNetwork } from '#components/wallet/wallet-network.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { type SigningWallet, useSigningWallet } from './wallet-store.ts'

/** The network of the wallet is not that of the page. Wallets that support it switch on request. */
const WrongNetwork = ({
  wallet: { name, network, changeNetwork },
  wanted,
}: {
  wallet: SigningWallet
  wanted: SignInNetwork
}) => {
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<WalletFault>()
  const title = networkTitles[wanted]
  const change = async (ask: NonNullable<typeof changeNetwork>) => {
    setAsking(true)
    setFault(undefined)
    setFault(await ask(wanted))
    setAsking(false)
  }
  return (
    <div className="grid gap-2 text-sm">
      <p role="status" className="wrap-anywhere">
        {name} is on {network ? networkTitles[network] : 'another network'}, and this page shows {title}.
        {!changeNetwork && ' Switch to it in the network settings of the wallet.'}
      </p>
      {changeNetwork && (
        <p>
          <Button disabled={isAsking} onClick={() => change(changeNetwork)}>
            {isAsking ? `Waiting for ${name}…` : `Switch to ${title}`}
          </Button>
        </p>
      )}
      {fault && (
        <p role="alert" className="wrap-anywhere text-bad">
          {fault.title}. {fault.text}
        </p>
      )}
    </div>
  )
}

type Simulated = { sender: string; publicKey: string | undefined; network: SignInNetwork }

/** Signs and sends a simulated call with the connected wallet, once it is on the right network and account. */
export const SignAptosTransaction = ({ payload, ...simulated }: Simulated & { payload: WalletPayload }) => {
  const wallet = useSigningWallet()
  const [isAsking, setAsking] = useState(false)
  const [sent, setSent] = useState<Submitted>()
  if (!wallet) return <p className="text-muted text-sm">Connect a wallet to sign and send it.</p>
  const { submit } = wallet
  if (wallet.network !== simulated.network) return <WrongNetwork wallet={wallet} wanted={simulated.network} />
  const obstacle = obstacleOf(wallet, simulated)
  if (obstacle !== undefined || submit === undefined)
    return (
      <p role="status" className="wrap-anywhere text-sm">
        {obstacle ?? `${wallet.name} cannot send transactions by itself. Use another wallet.`}
      </p>
    )
  const send = async () => {
    setAsking(true)
    setSent(undefined)
    setSent(await submit(payload))
    setAsking(false)
  }
  return (
    <div className="grid gap-2 text-sm">
      {!sent?.hash && (
        <p className="flex flex-wrap items-center gap-3">
          <Button look="primary" disabled={isAsking} onClick={send}>
            Sign and send
          </Button>
          <span role="status" className="text-muted">
            {isAsking ? `Waiting for ${wallet.name}…` : `${wallet.name} shows the transaction before it signs.`}
          </span>
        </p>
      )}
      {sent?.fault && (
        <p role="alert" className="wrap-anywhere text-bad">
          {sent.fault.title}. {sent.fault.text}
        </p>
      )}
      {sent?.hash && (
        <p role="status" className="wrap-anywhere">
          Sent by {wallet.name}.{' '}
          <Link
            href={aptosPath(aptosPaths.transaction({ version: sent.hash }), simulated.network, { sent: 'now' })}
            className="text-accent underline underline-offset-2"
          >
            View transaction
          </Link>{' '}
          <span className="break-all font-mono text-muted text-xs">{sent.hash}</span>
        </p>
      )}
    </div>
  )
}

/** Why the wallet must not sign, and what to do about it. */
const obstacleOf = (wallet: SigningWallet, { sender, publicKey }: Simulated): string | undefined => {
  if (wallet.account !== sender || wallet.publicKey !== publicKey)
    return `This was not simulated with the wallet's account and key. Press Simulate again to use ${wallet.account}.`
  return undefined
}
