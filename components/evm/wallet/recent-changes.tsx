import { Timestamp } from '#components/chain/timestamp.tsx'
import {
  nothingListed,
  OverviewFault,
  OverviewLine,
  OverviewPanel,
  type OverviewPart,
} from '#components/evm/frames/wallet/overview-panel.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { type FoldedReason, foldedReason, historyDealings } from '#lib/evm/api/format/history-dealings.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { HistoryTransaction } from '#lib/evm/api/records/wallet-history.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { addDealing, noEvidence } from '#lib/format/look-alike.ts'

type Party = { address: string; label: string | null }

/** A transaction in one sentence, as the overview shows it. */
type HistoryLine = {
  hash: string
  timestamp: string
  /** The sentence, without its last word if that is the counterparty. */
  text: string
  /** The address that the sentence ends with. */
  party: Party | undefined
  isFailed: boolean
  method: { name: string; isGuess: boolean } | undefined
}

type FoldedLine = HistoryLine & { reason: FoldedReason }

/** The lines of a wallet's history. Those that it did not sign and that are worth nothing, or imitate an address, are folded. */
export const historyLines = (
  transactions: readonly HistoryTransaction[],
  wallet: string,
): { lines: HistoryLine[]; folded: FoldedLine[] } => {
  const evidence = noEvidence(wallet)
  for (const transaction of transactions)
    for (const dealing of historyDealings(transaction, wallet)) addDealing(evidence, dealing)
  // What the index knows of earlier dealings.
  for (const party of transactions.flatMap(imitatedBy)) addDealing(evidence, { party, kind: 'sent' })
  const reasonOf = (transaction: HistoryTransaction): FoldedReason | undefined =>
    foldedReason(evidence, historyDealings(transaction, wallet))?.reason
  const all = transactions.map((transaction) => ({ line: lineOf(transaction, wallet), reason: reasonOf(transaction) }))
  return {
    lines: all.flatMap(({ line, reason }) => (reason ? [] : [line])),
    folded: all.flatMap(({ line, reason }) => (reason ? [{ ...line, reason }] : [])),
  }
}

const imitatedBy = ({ erc20_transfers, nft_transfers, native_transfers }: HistoryTransaction): string[] =>
  [...native_transfers, ...erc20_transfers, ...nft_transfers].flatMap(({ imitates }) => imitates ?? [])

const lineOf = (transaction: HistoryTransaction, wallet: string): HistoryLine => {
  const { hash, block_timestamp, summary, receipt_status, method } = transaction
  const isFailed = receipt_status === '0'
  const about = {
    hash,
    timestamp: block_timestamp,
    isFailed,
    method: method ? { name: method.label, isGuess: method.source === 'signatures' } : undefined,
  }
  const party = partiesOf(transaction).find((one) => summary.endsWith(` ${nameOf(one)}`))
  if (party?.address === wallet) {
    if (transaction.from_address === wallet) return { ...about, text: 'Sent to itself', party: undefined }
    // A contract is called by others: its own page shows by whom.
    const caller = { address: transaction.from_address, label: transaction.from_address_label }
    return { ...about, text: 'Called by ', party: caller }
  }
  const sentence = capitalised(isFailed ? summary.replace(/^Failed: /, '') : summary)
  return { ...about, text: party ? sentence.slice(0, -nameOf(party).length) : sentence, party }
}

const nameOf = ({ address, label }: Party): string => label ?? shortAddress(address)

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** Every address that a sentence may name. */
const partiesOf = (transaction: HistoryTransaction): Party[] => {
  const { erc20_transfers, nft_transfers, native_transfers } = transaction
  return [transaction, ...erc20_transfers, ...nft_transfers, ...native_transfers].flatMap((one) => [
    { address: one.from_address, label: one.from_address_label },
    ...(one.to_address === null ? [] : [{ address: one.to_address, label: one.to_address_label }]),
  ])
}

/** An address without a label, as in the sentences of the history. */
const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** The newest transactions of the wallet and of its tokens, a sentence each. */
export const RecentChanges = async ({ state, address, questions, answers }: OverviewPart) => {
  const { chain } = state
  const { data, fault } = await answers.history
  const { lines, folded } = historyLines(data?.result ?? [], address)
  const reasons = [...new Set(folded.map(({ reason }) => reason))]
  return (
    <OverviewPanel
      title="Latest changes"
      all={{ href: evmTabPaths.walletTransactions({ chain, address }), text: 'All transactions' }}
      call={questions.history}
    >
      {fault && <OverviewFault what="Changes" fault={fault} />}
      {data && data.result.length === 0 && <OverviewLine>{nothingIn(state)}</OverviewLine>}
      <Lines chain={chain} lines={lines} />
      {folded.length > 0 && (
        <details className="border-line border-t">
          <summary className="cursor-pointer px-4 py-2.5 text-muted text-sm hover:text-ink">
            {counted(folded.length, 'transaction')} hidden: {reasons.join(', ')}
          </summary>
          <Lines chain={chain} lines={folded} />
        </details>
      )}
      {state.index_complete === false && state.first_block !== null && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-xs">
          {state.coverage?.includes(',')
            ? 'From the indexed blocks only.'
            : `Indexed from block ${groupedNumber(state.first_block)}.`}
        </p>
      )}
    </OverviewPanel>
  )
}

const nothingIn = (state: OverviewPart['state']): string => {
  if (state.source !== 'hosted' && state.indexed_block === null) return `No block of ${state.title} is indexed yet.`
  return nothingListed(state, { partly: 'No transactions in the indexed blocks.', whole: 'No transactions.' })
}

const Lines = ({ chain, lines }: { chain: string; lines: readonly HistoryLine[] }) => (
  <ul className="divide-y divide-line">
    {lines.map(({ hash, timestamp, text, party, isFailed, method }) => (
      <li key={hash} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5 text-sm">
        <p className="wrap-anywhere min-w-0 leading-6">
          <Link href={evmPaths.transaction({ chain, hash })} className="hover:text-accent hover:underline">
            {text}
          </Link>
          {party && (
            <AddressLink
              chain={chain}
              address={party.address}
              label={party.label}
              className="inline-flex max-w-48 align-bottom text-accent"
            />
          )}
        </p>
        <span className="flex items-center gap-3 text-muted text-xs">
          {isFailed && <Badge tone="bad">Failed</Badge>}
          {method && (
            <Badge
              className="method max-sm:hidden"
              title={method.isGuess ? 'guessed from known signatures' : undefined}
            >
              <span className={method.isGuess ? 'guess' : undefined}>{method.name}</span>
            </Badge>
          )}
          <Timestamp iso={timestamp} />
        </span>
      </li>
    ))}
  </ul>
)
