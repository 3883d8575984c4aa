import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { KindOrReason } from '#components/evm/parts/alike/suspicious.tsx'
import { blockColumn } from '#components/evm/parts/block-column.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { directionColumn, timeColumn } from '#components/kit/columns.tsx'
import type { Column } from '#components/kit/define-list.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { type Direction, directionOf, feeOf, methodOf, statusOf } from '#lib/format/transaction.ts'
import type { ListedTransaction } from './listed-transaction.ts'

/** Explains the dotted line under a name. */
const guessedName = 'guessed from known signatures'

const directions: Record<Direction, { title: string; tone: Tone }> = {
  in: { title: 'In', tone: 'good' },
  out: { title: 'Out', tone: 'warn' },
  self: { title: 'Self', tone: 'neutral' },
  create: { title: 'New', tone: 'accent' },
}

const DirectionBadge = ({ row, wallet }: { row: ListedTransaction; wallet: string | undefined }) => {
  if (wallet === undefined) return <Mark icon="to" title="to" className="text-muted" />
  const { title, tone } = directions[directionOf(row, wallet)]
  return <Badge tone={tone}>{title}</Badge>
}

const valueClass = (row: ListedTransaction): string | undefined => {
  if (row.value === '0') return 'text-muted'
  return statusOf(row) === 'failed' ? 'text-muted line-through' : undefined
}

export const transactionColumns: readonly Column<ListedTransaction, LiveView>[] = [
  {
    key: 'hash',
    title: 'Transaction',
    width: 'minmax(0, 1.15fr)',
    look: 'flow',
    cell: (row, { chain }) => (
      <>
        {statusOf(row) === 'failed' && <Mark icon="failed" title="Failed" className="text-bad" />}
        <Link href={evmPaths.transaction({ chain, hash: row.hash })} className="min-w-0">
          <Hash value={row.hash} title={undefined} />
        </Link>
        <CopyButton value={row.hash} label="Copy transaction hash" />
      </>
    ),
  },
  {
    key: 'method',
    title: 'Method',
    width: '7rem',
    widthExtra: '8.5rem',
    look: 'clip',
    cell: (row, _, suspicion) => (
      <KindOrReason suspicion={suspicion}>
        <Badge
          tone={statusOf(row) === 'failed' ? 'bad' : 'neutral'}
          title={row.methodName && `${row.methodName} · ${methodOf(row)}${row.isGuess ? ` · ${guessedName}` : ''}`}
          className="method"
        >
          <span className={row.isGuess && 'guess'}>{row.methodName ?? methodOf(row)}</span>
        </Badge>
      </KindOrReason>
    ),
  },
  blockColumn(({ block_number }) => block_number),
  timeColumn((row) => row.block_timestamp),
  {
    key: 'from',
    title: 'From',
    width: 'minmax(0, 1fr)',
    cell: (row, { chain, wallet }, suspicion) => (
      <Party
        chain={chain}
        address={row.from_address}
        label={row.from_address_label}
        wallet={wallet}
        suspicion={suspicion}
      />
    ),
  },
  directionColumn((row, { wallet }) => <DirectionBadge row={row} wallet={wallet} />),
  {
    key: 'to',
    title: 'To',
    width: 'minmax(0, 1fr)',
    look: 'flow',
    cell: (row, { chain, wallet }, suspicion) => {
      const to = row.to_address ?? row.receipt_contract_address
      return (
        <>
          {row.to_address === null && <Mark icon="created" title="New contract" className="text-muted" />}
          {to ? (
            <Party chain={chain} address={to} label={row.to_address_label} wallet={wallet} suspicion={suspicion} />
          ) : (
            <span className="text-muted">none</span>
          )}
        </>
      )
    },
  },
  {
    key: 'value',
    title: 'Value',
    width: '8.75rem',
    widthExtra: '9.5rem',
    align: 'end',
    look: 'clip',
    cell: (row, { symbol, decimals }) => (
      <Amount value={row.value} decimals={decimals} symbol={symbol} className={valueClass(row)} />
    ),
  },
  {
    key: 'fee',
    title: 'Fee',
    width: '8.5rem',
    align: 'end',
    look: 'muted clip',
    isExtra: true,
    cell: (row, { symbol, decimals }) => <Amount value={feeOf(row)} decimals={decimals} symbol={symbol} />,
  },
]
