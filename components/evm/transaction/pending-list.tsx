import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { directionColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmWaitingTransaction } from '#lib/evm/transaction/pending-contract.ts'
import { counted, groupedNumber, gweiDecimals } from '#lib/format/amount.ts'

type PendingLine = Pick<
  EvmWaitingTransaction,
  | 'hash'
  | 'nonce'
  | 'from_address'
  | 'from_address_label'
  | 'to_address'
  | 'to_address_label'
  | 'value'
  | 'gas'
  | 'selector'
  | 'method_label'
  | 'priority_fee_per_gas'
>

type Found = Output<EvmExplorerApi['evmPendingTransactions']>

/** What the list covers. */
const sentenceOf = ({ source, pending_count, queued_count }: Found): string =>
  [
    source === 'pool'
      ? `${counted(pending_count ?? 0, 'transaction')} in the pool of the node, highest fee first.`
      : 'Only the transactions of the block that the node would build next.',
    source === 'next_block' && pending_count !== null && `Its pool has ${counted(pending_count, 'transaction')}.`,
    queued_count !== null &&
      queued_count > 0 &&
      `${counted(queued_count, 'more transaction')} ${queued_count === 1 ? 'waits' : 'wait'} for a lower nonce.`,
  ]
    .filter(Boolean)
    .join(' ')

/** Transactions that wait for a block. */
export const pendingList = defineList<EvmWaitingTransaction, PendingLine, LiveView>({
  label: 'Pending transactions',
  noun: 'pending transactions',
  row: ({ max_fee_per_gas: _, ...line }) => line,
  keyOf: ({ hash }) => hash,
  repeats: 'first',
  sentence: sentenceOf,
  columns: [
    {
      key: 'hash',
      title: 'Transaction',
      width: 'minmax(0, 1.15fr)',
      look: 'flow',
      cell: ({ hash }, { chain }) => (
        <>
          <Link href={evmPaths.transaction({ chain, hash })} className="min-w-0">
            <Hash value={hash} title={undefined} />
          </Link>
          <CopyButton value={hash} label="Copy transaction hash" />
        </>
      ),
    },
    {
      key: 'method',
      title: 'Method',
      width: '6.25rem',
      look: 'clip',
      cell: ({ selector, method_label, to_address }) => (
        <Badge title={selector ?? undefined} className="method">
          <span className={method_label === null ? undefined : 'guess'}>
            {method_label ?? selector ?? (to_address === null ? 'create' : 'transfer')}
          </span>
        </Badge>
      ),
    },
    { key: 'nonce', title: 'Nonce', width: '5.5rem', align: 'end', cell: ({ nonce }) => groupedNumber(nonce) },
    {
      key: 'from',
      title: 'From',
      width: 'minmax(0, 1fr)',
      cell: (row, { chain }) => <Party chain={chain} address={row.from_address} label={row.from_address_label} />,
    },
    directionColumn(() => <Mark icon="to" title="to" className="text-muted" />),
    {
      key: 'to',
      title: 'To',
      width: 'minmax(0, 1fr)',
      cell: ({ to_address: to, to_address_label }, { chain }) =>
        to ? (
          <Party chain={chain} address={to} label={to_address_label} />
        ) : (
          <span className="text-muted">new contract</span>
        ),
    },
    {
      key: 'value',
      title: 'Value',
      width: '8.75rem',
      align: 'end',
      look: 'clip',
      cell: ({ value }, { symbol, decimals }) => (
        <Amount
          value={value}
          decimals={decimals}
          symbol={symbol}
          className={value === '0' ? 'text-muted' : undefined}
        />
      ),
    },
    {
      key: 'tip',
      title: 'Priority fee, Gwei',
      width: '8.5rem',
      align: 'end',
      phoneAlign: 'end',
      look: 'clip',
      cell: ({ priority_fee_per_gas: fee }) =>
        fee === null ? (
          <span className="text-muted" title="It offers less than the base fee of the newest block">
            below base fee
          </span>
        ) : (
          <>
            <Amount value={fee} decimals={gweiDecimals} /> <span className="phone-only text-muted">Gwei</span>
          </>
        ),
    },
    {
      key: 'gas',
      title: 'Gas limit',
      width: '7rem',
      align: 'end',
      look: 'muted',
      isExtra: true,
      cell: ({ gas }) => groupedNumber(gas),
    },
  ],
  phone: ['hash hash tip', 'from direction to', 'method method value'],
  heights: { wide: 44, phone: 104 },
})
