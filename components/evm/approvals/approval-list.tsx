'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import type { WalletChain } from '#components/evm/parts/send-transaction.ts'
import { WalletBar } from '#components/evm/parts/wallet-bar.tsx'
import type { FirstPage } from '#components/kit/first-page.ts'
import { useListPages } from '#components/kit/use-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { useWallet } from '#components/wallet/wallet-store.ts'
import { isUnlimited } from '#lib/evm/api/format/unlimited.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { groupedNumber, shortDecimal } from '#lib/format/amount.ts'
import { approvalLines, type StandingApproval } from './approval-line.ts'
import { ApprovalRow } from './approval-row.tsx'

type Step = { kind: 'idle'; fault?: string } | { kind: 'asking' } | { kind: 'sent' | 'failed' | 'unseen'; hash: string }

/** Revokes an approval with the wallet of its owner. `onRevoked` is called when the transaction is mined. */
const RevokeButton = ({
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
  approval: StandingApproval
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
      import('#components/evm/parts/send-transaction.ts'),
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

/** The visitor's wallet above the approvals, and why it cannot revoke them. */
const RevokeBar = ({ id, walletChain, owner }: { id: string; walletChain: WalletChain; owner: string }) => {
  const state = useWallet()
  const [fault, setFault] = useState<string>()
  const change = async () => {
    if (state.kind !== 'connected') return
    const { switchChain } = await import('#components/evm/parts/send-transaction.ts')
    setFault(await switchChain(state.wallet, walletChain))
  }
  return (
    <>
      <WalletBar hint="To revoke approvals, connect the wallet that granted them. It signs and sends; this server does not." />
      <div id={id} className="text-sm empty:hidden [&>p]:border-line [&>p]:border-b [&>p]:px-4 [&>p]:py-2">
        {state.kind !== 'connected' && <p className="sr-only">Connect the wallet of this address first.</p>}
        {state.kind === 'connected' && state.wallet.account !== owner && (
          <p className="text-warn">
            The wallet is connected with another account. Only <Hash value={owner} /> can revoke these approvals.
          </p>
        )}
        {state.kind === 'connected' &&
          state.wallet.account === owner &&
          state.wallet.chainId !== BigInt(walletChain.chainId) && (
            <p className="flex flex-wrap items-center gap-3 text-warn">
              The wallet is on another chain (chain id {String(state.wallet.chainId)}).
              <Button onClick={change}>Switch to {walletChain.title}</Button>
              <span role="status" className="text-bad">
                {fault}
              </span>
            </p>
          )}
      </div>
    </>
  )
}

/** Risks in words, with what they mean. Those of the amount are beside it. */
const riskTexts: Partial<Record<StandingApproval['risks'][number], readonly [text: string, meaning: string]>> = {
  destroyed_spender: [
    'Spender was destroyed',
    'Its code is gone. Whoever creates a contract at its address can spend.',
  ],
  wallet_spender: ['Spender is a wallet', 'Not a contract: whoever has its key can take the tokens at any time.'],
  unverified_spender: ['Unverified contract', 'No verified source code of the spender is known here.'],
  unused: ['Unused for 180 days', 'Nothing of the amount was spent since it was approved.'],
  old: ['Over a year old', 'It was granted more than a year ago. Revoke it if it is no longer needed.'],
}

/** What others can take from a wallet, as its contracts confirm, each with a button that revokes it. */
export const ApprovalList = ({
  chain,
  walletChain,
  wallet,
  pageSize,
  first,
  none,
}: {
  chain: string
  walletChain: WalletChain
  wallet: string
  pageSize: number
  first: FirstPage<StandingApproval>
  /** Shown where there is no approval. */
  none: string
}) => {
  const reasonId = useId()
  const [revoked, setRevoked] = useState<ReadonlySet<string>>(new Set())
  const options = fromEvmExplorer('/evm/addresses/:address/approvals').pages({
    chain,
    address: wallet,
    limit: pageSize,
  })
  const { query, pages } = useListPages(approvalLines, options, first)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const rows = pages.flatMap(({ result }) => result).filter(({ id }) => !revoked.has(id))
  if (rows.length === 0 && !hasNextPage)
    return (
      <p role="status" className="px-4 py-6 text-center text-muted text-sm">
        {revoked.size > 0 ? 'All of these approvals are revoked.' : none}
      </p>
    )
  return (
    <>
      <RevokeBar id={reasonId} walletChain={walletChain} owner={wallet} />
      <ul>
        {rows.map((row) => (
          <ApprovalRow key={row.id} chain={chain} {...row} amount={<Approved {...row} />}>
            <RevokeButton
              {...{ chain, walletChain, reasonId, owner: wallet, approval: row }}
              onRevoked={() => setRevoked((before) => new Set(before).add(row.id))}
            />
            <Risks {...row} />
          </ApprovalRow>
        ))}
      </ul>
      {hasNextPage && (
        <div className="border-line border-t px-4 py-2.5 text-right">
          <Button disabled={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {isFetchingNextPage ? 'Reading…' : isFetchNextPageError ? 'Failed: try again' : 'Show more approvals'}
          </Button>
        </div>
      )}
    </>
  )
}

const Approved = ({ kind, value, formatted, tokenId, token: { symbol } }: StandingApproval) => {
  if (kind === 'collection') return <Badge tone="warn">whole collection</Badge>
  if (kind === 'token') return <span title={tokenId ?? undefined}>#{tokenId}</span>
  if (value !== null && isUnlimited(value))
    return (
      <Badge tone="warn" title={value}>
        unlimited
      </Badge>
    )
  return (
    <span title={formatted ?? value ?? undefined}>
      {formatted === null ? `${groupedNumber(value ?? '0')} raw units` : `${shortDecimal(formatted)} ${symbol ?? ''}`}
    </span>
  )
}

const Risks = ({ risks, usdAtRisk }: StandingApproval) => {
  const shown = risks.flatMap((risk) => riskTexts[risk] ?? [])
  if (shown.length === 0 && usdAtRisk === null) return null
  return (
    <span className="risks">
      {usdAtRisk !== null && usdAtRisk !== '0.00' && <span className="text-muted">${usdAtRisk} at risk</span>}
      {risks.map((risk) => {
        const [text, meaning] = riskTexts[risk] ?? []
        return (
          text !== undefined && (
            <Badge key={risk} tone="warn" title={meaning}>
              {text}
            </Badge>
          )
        )
      })}
    </span>
  )
}
