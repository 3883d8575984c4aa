import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { DirectionBadge } from '#components/evm/parts/transfers/direction-badge.tsx'
import { directionColumn, timeColumn } from '#components/kit/columns.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { EvmInternalTransfer } from '#lib/evm/contract/explorer/api.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'

type InternalView = { chain: string; wallet: string; symbol: string; decimals: number }

type Side = { address: string; label: string | null }

type InternalLine = {
  key: string
  transactionHash: string
  blockNumber: string
  /** ISO 8601, UTC. */
  timestamp: string
  type: string
  from: Side
  to: Side
  value: string
}

const internalLine = (transfer: EvmInternalTransfer): InternalLine => ({
  key: `${transfer.block_number}-${transfer.transaction_index}-${transfer.transfer_index}`,
  transactionHash: transfer.transaction_hash,
  blockNumber: transfer.block_number,
  timestamp: transfer.block_timestamp,
  type: transfer.type,
  from: { address: transfer.from_address, label: transfer.from_address_label },
  to: { address: transfer.to_address, label: transfer.to_address_label },
  value: transfer.value,
})

const types: Record<string, string> = {
  CALL: 'Transfer',
  CREATE: 'Create',
  CREATE2: 'Create2',
  SELFDESTRUCT: 'Destroy',
}

const columns: readonly Column<InternalLine, InternalView>[] = [
  {
    key: 'hash',
    title: 'Transaction',
    width: 'minmax(0, 1fr)',
    look: 'flow',
    cell: ({ transactionHash: hash }, { chain }) => (
      <>
        <Link href={evmPaths.transaction({ chain, hash })} className="min-w-0">
          <Hash value={hash} title={undefined} />
        </Link>
        <CopyButton value={hash} label="Copy transaction hash" />
      </>
    ),
  },
  {
    key: 'kind',
    title: 'Kind',
    width: '5.5rem',
    look: 'clip',
    cell: ({ type, transactionHash: hash }, { chain }) => (
      <Link href={evmTabPaths.transactionInternal({ chain, hash })} title="Show all calls of the transaction">
        <Badge>{types[type] ?? type}</Badge>
      </Link>
    ),
  },
  timeColumn(({ timestamp }) => timestamp),
  {
    key: 'from',
    title: 'From',
    width: 'minmax(0, 1.2fr)',
    cell: ({ from }, { chain, wallet }) => <Party chain={chain} {...from} wallet={wallet} />,
  },
  directionColumn(({ from, to }, { wallet }) => <DirectionBadge from={from.address} to={to.address} wallet={wallet} />),
  {
    key: 'to',
    title: 'To',
    width: 'minmax(0, 1.2fr)',
    cell: ({ to }, { chain, wallet }) => <Party chain={chain} {...to} wallet={wallet} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 'minmax(0, 1fr)',
    align: 'end',
    look: 'clip',
    cell: ({ value }, { symbol, decimals }) => <Amount value={value} decimals={decimals} symbol={symbol} />,
  },
]

export const internalTransferList = defineList({
  label: 'Internal transfers',
  noun: 'internal transfers',
  row: internalLine,
  keyOf: ({ key }) => key,
  repeats: 'latest',
  blockOf: ({ blockNumber }) => blockNumber,
  columns,
  phone: ['kind kind age', 'from direction to', 'hash hash amount'],
  heights: { wide: 44, phone: 104 },
})
