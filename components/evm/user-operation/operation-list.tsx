import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { blockTimeColumn } from '#components/kit/columns.tsx'
import { type Column, defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmAddressUserOperation } from '#lib/evm/user-operation/contract.ts'

type Side = { address: string; label: string | null }

/** What a list shows of an ERC-4337 operation. */
type OperationLine = {
  key: string
  hash: string
  transactionHash: string
  blockNumber: string
  /** ISO 8601, UTC. */
  timestamp: string | null
  account: Side
  /** Null: the account itself. */
  paymaster: Side | null
  entryPoint: string
  /** Null for a contract that is not a known EntryPoint. */
  version: string | null
  /** Null for created accounts, whose event does not have it. */
  isSuccess: boolean | null
  fee: string | null
}

const operationLine = (operation: EvmAddressUserOperation): OperationLine => ({
  key: `${operation.block_number}-${operation.log_index}`,
  hash: operation.user_operation_hash,
  transactionHash: operation.transaction_hash,
  blockNumber: operation.block_number,
  timestamp: operation.block_timestamp,
  account: { address: operation.sender, label: operation.sender_label },
  paymaster: operation.paymaster ? { address: operation.paymaster, label: operation.paymaster_label } : null,
  entryPoint: operation.entry_point,
  version: operation.entry_point_version,
  isSuccess: operation.success,
  fee: operation.gas_cost,
})

type View = { chain: string; wallet: string; symbol: string; decimals: number }

const columns: readonly Column<OperationLine, View>[] = [
  {
    key: 'hash',
    title: 'Transaction',
    width: 'minmax(0, 1fr)',
    cell: ({ transactionHash: hash }, { chain }) => (
      <Link href={evmPaths.transaction({ chain, hash })} className="block">
        <Hash value={hash} title={undefined} />
      </Link>
    ),
  },
  blockTimeColumn(),
  {
    key: 'account',
    title: 'Account',
    width: 'minmax(0, 1.2fr)',
    cell: ({ account }, { chain, wallet }) => <Party chain={chain} {...account} wallet={wallet} />,
  },
  {
    key: 'payer',
    title: 'Paid by',
    width: 'minmax(0, 1.2fr)',
    cell: ({ paymaster }, { chain, wallet }) =>
      paymaster ? (
        <Party chain={chain} {...paymaster} wallet={wallet} />
      ) : (
        <span className="text-muted">the account</span>
      ),
  },
  {
    key: 'result',
    title: 'Result',
    width: '6.5rem',
    look: 'clip',
    cell: ({ isSuccess }) =>
      isSuccess === null ? (
        <Badge title="An account was created. The transaction shows how its operation ended">Created</Badge>
      ) : (
        <Badge tone={isSuccess ? 'good' : 'bad'}>{isSuccess ? 'Success' : 'Failed'}</Badge>
      ),
  },
  {
    key: 'fee',
    title: 'Fee',
    width: 'minmax(0, 1fr)',
    align: 'end',
    phoneAlign: 'end',
    look: 'clip',
    cell: ({ fee }, { symbol, decimals }) =>
      fee === null ? (
        <span className="text-muted">not reported</span>
      ) : (
        <Amount value={fee} decimals={decimals} symbol={symbol} />
      ),
  },
  {
    key: 'entry',
    title: 'EntryPoint',
    width: 'minmax(0, 0.8fr)',
    cell: ({ entryPoint, version }, { chain }) =>
      version === null ? (
        <span className="flex min-w-0 items-center gap-1">
          <Badge tone="warn" title="Not a known EntryPoint: what it reports may be invented">
            Unknown
          </Badge>
          <AddressLink chain={chain} address={entryPoint} className="min-w-0" />
        </span>
      ) : (
        <AddressLink chain={chain} address={entryPoint} label={`EntryPoint ${version}`} />
      ),
  },
]

/** ERC-4337 operations in which an address has a part. */
export const operationList = defineList({
  label: 'User operations',
  noun: 'user operations',
  row: operationLine,
  keyOf: ({ key }) => key,
  repeats: 'latest',
  blockOf: ({ blockNumber }) => blockNumber,
  columns,
  phone: ['hash age', 'account payer', 'result fee', 'entry entry'],
  phoneWidths: 'minmax(0, 1fr) minmax(0, 1fr)',
  heights: { wide: 44, phone: 134 },
})
