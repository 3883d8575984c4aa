import { ArrowRight, CircleX, FilePlus2 } from 'lucide'
import { Amount } from '#components/chain/amount.tsx'
import { GridCell, type GridColumn, GridHeader } from '#components/chain/grid-cell.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { Suspicion } from '#lib/format/look-alike.ts'
import { type Direction, directionOf, feeOf, methodOf, statusOf } from '#lib/format/transaction.ts'
import { KindOrReason } from './alike/suspicious.tsx'
import { Party } from './party.tsx'

/** As the class `transaction-grid` sets them, with the line below. */
export const transactionRowHeights = { wide: 44, narrow: 104 } as const

const nativeDecimals = 18

const directions: Record<Direction, { title: string; tone: Tone }> = {
  in: { title: 'In', tone: 'good' },
  out: { title: 'Out', tone: 'warn' },
  self: { title: 'Self', tone: 'neutral' },
  create: { title: 'New', tone: 'accent' },
}

const columns: readonly GridColumn[] = [
  { area: 'hash', title: 'Transaction' },
  { area: 'method', title: 'Method' },
  { area: 'block', title: 'Block' },
  { area: 'age', title: 'Time' },
  { area: 'from', title: 'From' },
  { area: 'direction', title: 'Direction', hidden: true },
  { area: 'to', title: 'To' },
  { area: 'value', title: 'Value', end: true },
  { area: 'fee', title: 'Fee', end: true, className: 'lg:hidden xl:block' },
]

export const TransactionHeader = () => <GridHeader columns={columns} />

/** What a row says of a transaction; of `input`, its first four bytes. */
export type ListedTransaction = Pick<
  NativeTransaction,
  | 'hash'
  | 'receipt_status'
  | 'receipt_contract_address'
  | 'receipt_gas_used'
  | 'gas_price'
  | 'input'
  | 'value'
  | 'block_number'
  | 'block_timestamp'
  | 'from_address'
  | 'from_address_label'
  | 'to_address'
  | 'to_address_label'
>

/** The cells of one transaction. With `wallet`, as seen from that address. */
export const TransactionCells = ({
  transaction,
  chain,
  symbol,
  wallet,
  method,
  suspicion,
}: {
  transaction: ListedTransaction
  chain: string
  symbol: string
  wallet?: string
  /** Its decoded name; else its first four bytes are shown. */
  method?: string
  suspicion?: Suspicion
}) => {
  const status = statusOf(transaction)
  const direction = wallet && directions[directionOf(transaction, wallet)]
  const to = transaction.to_address ?? transaction.receipt_contract_address
  return (
    <>
      <GridCell area="hash" className="flex items-center gap-1.5">
        {status === 'failed' && (
          <span title="Failed" className="shrink-0 text-bad">
            <Icon of={CircleX} size={15} />
            <span className="sr-only">Failed: </span>
          </span>
        )}
        <Link href={explorerPath.transaction(chain, transaction.hash)} className="min-w-0 text-accent hover:underline">
          <Hash value={transaction.hash} className="select-auto" />
        </Link>
        <CopyButton
          value={transaction.hash}
          label="Copy transaction hash"
          className="lg:opacity-0 lg:focus-visible:opacity-100 lg:group-hover:opacity-100"
        />
      </GridCell>
      <GridCell area="method" className="truncate">
        <KindOrReason suspicion={suspicion}>
          <Badge
            tone={status === 'failed' ? 'bad' : 'neutral'}
            title={method ? `${method} · ${methodOf(transaction)}` : undefined}
            className="max-w-full font-mono"
          >
            <span className="truncate">{method || methodOf(transaction)}</span>
          </Badge>
        </KindOrReason>
      </GridCell>
      <GridCell area="block" className="text-center lg:text-left">
        <Link
          href={explorerPath.block(chain, transaction.block_number)}
          className="text-muted hover:text-accent hover:underline lg:text-accent"
        >
          <span className="lg:hidden">#</span>
          {groupedNumber(transaction.block_number)}
        </Link>
      </GridCell>
      <GridCell area="age" className="truncate text-right text-muted lg:text-left">
        <Timestamp iso={transaction.block_timestamp} />
      </GridCell>
      <GridCell area="from">
        <Party
          chain={chain}
          address={transaction.from_address}
          label={transaction.from_address_label}
          wallet={wallet}
          suspicion={suspicion}
        />
      </GridCell>
      <GridCell area="direction" className="flex justify-center">
        {direction ? (
          <Badge tone={direction.tone}>{direction.title}</Badge>
        ) : (
          <Icon of={ArrowRight} size={14} className="text-muted" aria-label="to" />
        )}
      </GridCell>
      <GridCell area="to" className="flex items-center gap-1.5">
        {transaction.to_address === null && (
          <span title="A new contract" className="shrink-0 text-muted">
            <Icon of={FilePlus2} size={14} />
            <span className="sr-only">New contract </span>
          </span>
        )}
        {to ? (
          <span className="min-w-0">
            <Party
              chain={chain}
              address={to}
              label={transaction.to_address_label}
              wallet={wallet}
              suspicion={suspicion}
            />
          </span>
        ) : (
          <span className="text-muted">none</span>
        )}
      </GridCell>
      <GridCell area="value" className="truncate text-right">
        <Amount
          value={transaction.value}
          decimals={nativeDecimals}
          symbol={symbol}
          className={classNames(
            transaction.value === '0' ? 'text-muted' : status === 'failed' && 'text-muted line-through',
          )}
        />
      </GridCell>
      <GridCell area="fee" className="hidden truncate text-right text-muted xl:block">
        <Amount value={feeOf(transaction)} decimals={nativeDecimals} />
      </GridCell>
    </>
  )
}
