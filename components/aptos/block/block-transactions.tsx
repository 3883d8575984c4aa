import { aptosCall } from '#components/aptos/parts/aptos-calls.ts'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { buttonClasses } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { EmptyState } from '#components/ui/states/state.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { blockRows } from './block-rows.ts'
import { KindFilter } from './kind-filter.tsx'
import { packRows } from './transaction-row.ts'
import { TransactionTable } from './transaction-table.tsx'

type BlockTransactionsProps = {
  height: string
  network: AptosNetwork
  transactions: readonly AptosTransaction[]
  filter: { type?: string; fromVersion?: string }
}

/** A block's transactions of every kind. The browser gets one line of each, not the full transactions. */
export const BlockTransactions = ({ height, network, transactions, filter }: BlockTransactionsProps) => {
  const { kinds, total, rows, offset, previousFrom, nextFrom } = blockRows(transactions, filter)
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
            call={aptosCall('blockByHeight', { block_height: height, network, with_transactions: true })}
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
