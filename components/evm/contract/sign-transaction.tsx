'use client'

import { useState } from 'react'
import type { Sent, WalletChain, WalletTransaction } from '#components/evm/parts/send-transaction.ts'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { useWallet } from '#components/wallet/wallet-store.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'

/** The sender of a simulation: the connected account, otherwise that of the URL. */
export const SenderField = ({ from }: { from: string | undefined }) => {
  const state = useWallet()
  const sender = state.kind === 'connected' ? state.wallet.account : from
  return sender === undefined ? null : <input type="hidden" name="from" value={sender} />
}

const load = () => import('#components/evm/parts/send-transaction.ts')

/** Signs a simulated transaction with the connected wallet, once it is on the right chain and account. */
export const SignTransaction = ({
  chain,
  walletChain,
  transaction,
}: {
  chain: string
  walletChain: WalletChain
  transaction: WalletTransaction
}) => {
  const state = useWallet()
  const [isAsking, setAsking] = useState(false)
  const [sent, setSent] = useState<Sent>()
  const [fault, setFault] = useState<string>()
  if (state.kind !== 'connected') return <p className="text-muted text-sm">Connect a wallet to sign it.</p>
  const { wallet } = state
  const { chainId, title } = walletChain
  const ask = async (act: () => Promise<void>) => {
    setAsking(true)
    setFault(undefined)
    setSent(undefined)
    await act()
    setAsking(false)
  }
  const send = async () => setSent(await (await load()).sendTransaction(wallet, transaction))
  const change = async () => setFault(await (await load()).switchChain(wallet, walletChain))
  const isOtherChain = wallet.chainId !== BigInt(chainId)
  const isOtherAccount = wallet.account !== transaction.from
  const status = isAsking ? `Waiting for ${wallet.name}…` : (fault ?? sent?.fault)
  return (
    <div className="grid gap-2 text-sm">
      {isOtherAccount && (
        <p>
          This was simulated for another account. Press Simulate again to use{' '}
          <span className="break-all font-mono text-xs">{wallet.account}</span>.
        </p>
      )}
      {!isOtherAccount && isOtherChain && (
        <p className="flex flex-wrap items-center gap-3">
          The wallet is on another chain (chain id {String(wallet.chainId)}).
          <Button look="primary" disabled={isAsking} onClick={() => ask(change)}>
            Switch to {title}
          </Button>
        </p>
      )}
      {!isOtherAccount && !isOtherChain && (
        <p>
          <Button look="primary" disabled={isAsking} onClick={() => ask(send)}>
            Sign in wallet
          </Button>
        </p>
      )}
      <p role="status" className={isAsking ? 'text-muted' : 'wrap-anywhere text-bad'}>
        {status}
      </p>
      {sent?.hash && (
        <p role="status" className="wrap-anywhere">
          Sent.{' '}
          <Link href={evmPaths.transaction({ chain, hash: sent.hash })} className="text-accent hover:underline">
            View transaction
          </Link>{' '}
          <span className="break-all font-mono text-muted text-xs">{sent.hash}</span>
        </p>
      )}
    </div>
  )
}
