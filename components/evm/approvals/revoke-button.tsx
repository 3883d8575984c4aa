'use client'

import { useEffect, useRef, useState } from 'react'
import type { WalletChain } from '#components/evm/parts/signing/send-transaction.ts'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { useWallet } from '#components/wallet/evm/wallet-store.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { ApprovalLine } from './approval-line.ts'

type Step = { kind: 'idle'; fault?: string } | { kind: 'asking' } | { kind: 'sent' | 'failed' | 'unseen'; hash: string }

/** Revokes an approval with the wallet of its owner. `onRevoked` is called when the transaction is mined. */
export const RevokeButton = ({
  chain,
  walletChain: { chainId },
  owner,
  approval,
  reasonId,
  onRevoked,
}: {
  chain: string
  walletChain: WalletChain
  owner: string
  approval: ApprovalLine
  /** The element that says why no approval can be revoked now. */
  reasonId: string
  onRevoked: () => void
}) => {
  const state = useWallet()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const left = useRef(new AbortController())
  useEffect(() => {
    left.current = new AbortController()
    return () => left.current.abort()
  }, [])
  const wallet = state.kind === 'connected' ? state.wallet : undefined
  const isOwn = wallet?.account === owner && wallet.chainId === BigInt(chainId)
  const revoke = async () => {
    if (!wallet) return
    setStep({ kind: 'asking' })
    const [{ sendTransaction }, { revocation, minedStatus }] = await Promise.all([
      import('#components/evm/parts/signing/send-transaction.ts'),
      import('./revocation.ts'),
    ])
    const { hash, fault } = await sendTransaction(wallet, revocation(approval, owner))
    if (hash === undefined) return setStep({ kind: 'idle', fault })
    setStep({ kind: 'sent', hash })
    const status = await minedStatus(wallet, hash, left.current.signal)
    if (status === 'succeeded') onRevoked()
    else setStep({ kind: status ?? 'unseen', hash })
  }
  return (
    <span className="revoke">
      {(step.kind === 'idle' || step.kind === 'failed') && (
        <Button
          disabled={!isOwn}
          aria-label={`Revoke approval of ${approval.token.name ?? approval.token.address} for ${approval.spender.label ?? approval.spender.address}`}
          aria-describedby={isOwn ? undefined : reasonId}
          onClick={revoke}
        >
          Revoke
        </Button>
      )}
      <span role="status" className="wrap-anywhere text-xs">
        {step.kind === 'asking' && <span className="text-muted">Waiting for {wallet?.name}…</span>}
        {step.kind === 'idle' && step.fault !== undefined && <span className="text-bad">{step.fault}</span>}
        {'hash' in step && (
          <>
            <span className={step.kind === 'failed' ? 'text-bad' : 'text-muted'}>{texts[step.kind]} </span>
            <Link href={evmPaths.transaction({ chain, hash: step.hash })} className="text-accent hover:underline">
              View transaction
            </Link>
          </>
        )}
      </span>
    </span>
  )
}

const texts = { sent: 'Sent, not mined yet.', failed: 'The transaction failed.', unseen: 'Sent.' } as const
