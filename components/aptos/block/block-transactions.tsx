import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { ChoiceLink } from '#components/aptos/parts/choice-link.tsx'
import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { aptosBlockApi } from '#lib/aptos/block/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { callTo } from '#lib/pages/question.ts'
import type { LedgerTransactionRow } from './transaction-row.ts'
import { ledgerTransactionRow, packRows } from './transaction-row.ts'
import { TransactionTable } from './transaction-table.tsx'

/** Rows per page of a block; a link leads to the rest. */
const rowsPerPage = 1_000

type BlockRows = {
  /** Every kind in the block with its count, in the order of the block. */
  kinds: { type: string; count: number }[]
  /** The number of rows that pass the filter, and those of this page. */
  total: number
  rows: LedgerTransactionRow[]
  /** The index of the first row among the `total`, from 0. */
  offset: number
  /** The first versions of the previous and next page. */
  previousFrom: string | undefined
  nextFrom: string | undefined
}

/** The page of a block's list that starts at a version, of one kind or of all. A version is a stable position. */
export const ledgerRows = (
  transactions: readonly AptosTransaction[],
  filter: { type?: string; fromVersion?: string },
): BlockRows => {
  const counts = new Map<string, number>()
  for (const { type } of transactions) counts.set(type, (counts.get(type) ?? 0) + 1)
  const matching = filter.type === undefined ? transactions : transactions.filter(({ type }) => type === filter.type)
  const from = filter.fromVersion === undefined ? 0n : BigInt(filter.fromVersion)
  const found = matching.findIndex(({ version }) => version !== undefined && BigInt(version) >= from)
  const offset = Math.max(0, found)
  const end = offset + rowsPerPage
  return {
    kinds: [...counts].map(([type, count]) => ({ type, count })),
    total: matching.length,
    rows: matching.slice(offset, end).map(ledgerTransactionRow),
    offset,
    previousFrom: offset > 0 ? matching[Math.max(0, offset - rowsPerPage)]?.version : undefined,
    nextFrom: matching[end]?.version,
  }
}

type KindFilterProps = {
  height: string
  network: AptosNetwork
  kinds: readonly { type: string; count: number }[]
  chosen: string | undefined
}

/** Filters a block's list by kind of transaction. Each choice is a URL. */
const KindFilter = ({ height, network, kinds, chosen }: KindFilterProps) => {
  const total = kinds.reduce((sum, { count }) => sum + count, 0)
  const choices = [
    { type: undefined, title: 'All', count: total },
    ...kinds.map(({ type, count }) => ({ type, title: transactionKind(type).title, count })),
  ]
  return (
    <nav aria-label="Kinds of transaction" className="overflow-x-auto border-line border-b px-4 py-2">
      <ul className="flex gap-2">
        {choices.map(({ type, title, count }) => (
          <li key={title}>
            <ChoiceLink
              href={aptosPath(aptosPaths.block({ height }), network, { type })}
              keepScroll
              aria-current={type === chosen ? 'true' : undefined}
              className="whitespace-nowrap"
            >
              {title} <span className="text-xs">{groupedNumber(count)}</span>
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type BlockTransactionsProps = {
  height: string
  network: AptosNetwork
  transactions: readonly AptosTransaction[]
  filter: { type?: string; fromVersion?: string }
}

/** A block's transactions of every kind. The browser gets one line of each, not the full transactions. */
export const AptosBlockTransactions = ({ height, network, transactions, filter }: BlockTransactionsProps) => {
  const { kinds, total, rows, offset, previousFrom, nextFrom } = ledgerRows(transactions, filter)
  const pageAt = (from_version: string | undefined) =>
    aptosPath(aptosPaths.block({ height }), network, { type: filter.type, from_version })
  const isPart = rows.length < total
  return (
    <Panel
      title="Transactions"
      aside={
        <>
          {isPart && `${groupedNumber(offset + 1)}–${groupedNumber(offset + rows.length)} of ${groupedNumber(total)}`}
          <SourceLink
            title="Transactions"
            call={callTo(aptosBlockApi.blockByHeight, { block_height: height, network, with_transactions: true })}
          />
        </>
      }
    >
      <KindFilter height={height} network={network} kinds={kinds} chosen={filter.type} />
      {rows.length === 0 ? (
        <EmptyState
          title={`No ${filter.type ? `${transactionKind(filter.type).title.toLowerCase()} ` : ''}transactions in this block`}
          action={
            <Link href={aptosPath(aptosPaths.block({ height }), network)} className={buttonClasses()}>
              Show all kinds
            </Link>
          }
        />
      ) : (
        <TransactionTable
          key={`${filter.type} ${offset}`}
          packed={packRows(rows)}
          total={rows.length}
          network={network}
        />
      )}
      {isPart && (
        <nav aria-label="Pages of the list" className="flex justify-between gap-2 px-4 py-3">
          {previousFrom === undefined ? (
            <span />
          ) : (
            <PartLink href={pageAt(offset > 0 ? previousFrom : undefined)}>Earlier versions</PartLink>
          )}
          {nextFrom !== undefined && <PartLink href={pageAt(nextFrom)}>Later versions</PartLink>}
        </nav>
      )}
    </Panel>
  )
}

const PartLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={buttonClasses()}>
    {children}
  </Link>
)
