import { Timestamp } from '#components/chain/timestamp.tsx'
import { OverviewFault, OverviewLine, OverviewPanel } from '#components/evm/frames/wallet/overview-panel.tsx'
import { nothingListed, type OverviewPart } from '#components/evm/frames/wallet/overview-questions.ts'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { type HistoryLine, historyLines } from './history-line.ts'

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
