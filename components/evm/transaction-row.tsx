import { ArrowRight, CircleX, FilePlus2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { AddressLink } from '#components/chain/address-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { type Direction, directionOf, feeOf, methodOf, statusOf } from '#lib/format/transaction.ts'

/** As the class `transaction-grid` sets them, with the line below. */
export const transactionRowHeights = { wide: 44, narrow: 104 } as const

const nativeDecimals = 18

const directions: Record<Direction, { title: string; tone: Tone }> = {
  in: { title: 'In', tone: 'good' },
  out: { title: 'Out', tone: 'warn' },
  self: { title: 'Self', tone: 'neutral' },
  create: { title: 'New', tone: 'accent' },
}

const Cell = ({ area, className, ...props }: ComponentProps<'div'> & { area: string }) => (
  // biome-ignore lint/a11y: a cell of a table by role
  <div role="cell" {...props} style={{ gridArea: area }} className={classNames('min-w-0', className)} />
)

const columns = [
  { area: 'hash', title: 'Transaction' },
  { area: 'method', title: 'Method' },
  { area: 'block', title: 'Block' },
  { area: 'age', title: 'Time' },
  { area: 'from', title: 'From' },
  { area: 'direction', title: 'Direction', hidden: true },
  { area: 'to', title: 'To' },
  { area: 'value', title: 'Value', end: true },
  { area: 'fee', title: 'Fee', end: true },
]

export const TransactionHeader = () =>
  columns.map(({ area, title, end, hidden }) => (
    // biome-ignore lint/a11y: a cell of a table by role
    <div
      key={area}
      role="columnheader"
      style={{ gridArea: area }}
      className={classNames(end && 'text-right', area === 'fee' && 'lg:hidden xl:block')}
    >
      {hidden ? <span className="sr-only">{title}</span> : title}
    </div>
  ))

const rowCopy = 'max-lg:hidden lg:opacity-0 lg:focus-visible:opacity-100 lg:group-hover:opacity-100'

const Party = ({
  chain,
  address,
  label,
  wallet,
}: {
  chain: string
  address: string
  label: string | null
  wallet?: string
}) => {
  if (address === wallet) return <Hash value={address} className="text-muted" />
  return (
    <span className="flex items-center">
      <AddressLink chain={chain} address={address} label={label} className="min-w-0" />
      <CopyButton value={address} label="Copy address" className={rowCopy} />
    </span>
  )
}

/** The cells of one transaction. With `wallet`, as seen from that address. */
export const TransactionCells = ({
  transaction,
  chain,
  symbol,
  wallet,
}: {
  transaction: NativeTransaction
  chain: string
  symbol: string
  wallet?: string
}) => {
  const status = statusOf(transaction)
  const direction = wallet && directions[directionOf(transaction, wallet)]
  const to = transaction.to_address ?? transaction.receipt_contract_address
  return (
    <>
      <Cell area="hash" className="flex items-center gap-1.5">
        {status === 'failed' && (
          <span title="Failed" className="shrink-0 text-bad">
            <CircleX size={15} aria-hidden />
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
      </Cell>
      <Cell area="method" className="truncate">
        <Badge tone={status === 'failed' ? 'bad' : 'neutral'} className="font-mono">
          {methodOf(transaction)}
        </Badge>
      </Cell>
      <Cell area="block" className="text-center lg:text-left">
        <Link
          href={explorerPath.block(chain, transaction.block_number)}
          className="text-muted hover:text-accent hover:underline lg:text-accent"
        >
          <span className="lg:hidden">#</span>
          {groupedNumber(transaction.block_number)}
        </Link>
      </Cell>
      <Cell area="age" className="truncate text-right text-muted lg:text-left">
        <Timestamp iso={transaction.block_timestamp} />
      </Cell>
      <Cell area="from">
        <Party
          chain={chain}
          address={transaction.from_address}
          label={transaction.from_address_label}
          wallet={wallet}
        />
      </Cell>
      <Cell area="direction" className="flex justify-center">
        {direction ? (
          <Badge tone={direction.tone}>{direction.title}</Badge>
        ) : (
          <ArrowRight size={14} className="text-muted" aria-label="to" />
        )}
      </Cell>
      <Cell area="to" className="flex items-center gap-1.5">
        {transaction.to_address === null && (
          <span title="A new contract" className="shrink-0 text-muted">
            <FilePlus2 size={14} aria-hidden />
            <span className="sr-only">New contract </span>
          </span>
        )}
        {to ? (
          <span className="min-w-0">
            <Party chain={chain} address={to} label={transaction.to_address_label} wallet={wallet} />
          </span>
        ) : (
          <span className="text-muted">none</span>
        )}
      </Cell>
      <Cell area="value" className="truncate text-right">
        <Amount
          value={transaction.value}
          decimals={nativeDecimals}
          symbol={symbol}
          className={classNames(
            transaction.value === '0' ? 'text-muted' : status === 'failed' && 'text-muted line-through',
          )}
        />
      </Cell>
      <Cell area="fee" className="hidden truncate text-right text-muted xl:block">
        <Amount value={feeOf(transaction)} decimals={nativeDecimals} />
      </Cell>
    </>
  )
}
