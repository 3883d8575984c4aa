import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { blockColumn } from '#components/evm/parts/block-column.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { Party } from '#components/evm/parts/party.tsx'
import { directionColumn, timeColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import { Mark } from '#components/ui/mark.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmBlobTransaction } from '#lib/evm/block/lists-contract.ts'
import { counted, gweiDecimals } from '#lib/format/amount.ts'

type BlobLine = Pick<
  EvmBlobTransaction,
  | 'hash'
  | 'block_number'
  | 'block_timestamp'
  | 'from_address'
  | 'from_address_label'
  | 'to_address'
  | 'to_address_label'
  | 'blob_count'
  | 'versioned_hashes'
  | 'blob_gas_price'
  | 'blob_gas_used'
>

/** Transactions with blobs. */
export const blobList = defineList<EvmBlobTransaction, BlobLine, LiveView>({
  label: 'Blob transactions',
  noun: 'blob transactions',
  row: ({ block_hash: _, max_fee_per_blob_gas: __, ...line }) => line,
  keyOf: ({ hash }) => hash,
  repeats: 'latest',
  blockOf: ({ block_number }) => block_number,
  columns: [
    {
      key: 'hash',
      title: 'Transaction',
      width: 'minmax(0, 1fr)',
      cell: ({ hash }, { chain }) => (
        <Link href={evmPaths.transaction({ chain, hash })}>
          <Hash value={hash} title={undefined} />
        </Link>
      ),
    },
    blockColumn(({ block_number }) => block_number),
    timeColumn(({ block_timestamp }) => block_timestamp),
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
        to && <Party chain={chain} address={to} label={to_address_label} />,
    },
    {
      key: 'blobs',
      title: 'Blobs',
      width: '4.5rem',
      align: 'end',
      cell: ({ blob_count, versioned_hashes }) => (
        <span title={versioned_hashes.join('\n')}>
          <span className="wide-only">{blob_count}</span>
          <span className="phone-only">{counted(blob_count, 'blob')}</span>
        </span>
      ),
    },
    {
      key: 'price',
      title: 'Blob gas, Gwei',
      width: '8rem',
      align: 'end',
      look: 'clip',
      cell: ({ blob_gas_price }) =>
        blob_gas_price === null ? (
          <span className="text-muted">unknown</span>
        ) : (
          <>
            <Amount value={blob_gas_price} decimals={gweiDecimals} />{' '}
            <span className="phone-only text-muted">Gwei</span>
          </>
        ),
    },
    {
      key: 'fee',
      title: 'Blob fee',
      width: '9rem',
      align: 'end',
      look: 'muted clip',
      isExtra: true,
      cell: ({ blob_gas_price, blob_gas_used }, { symbol, decimals }) =>
        blob_gas_price !== null && (
          <Amount value={String(BigInt(blob_gas_price) * BigInt(blob_gas_used))} decimals={decimals} symbol={symbol} />
        ),
    },
  ],
  phone: ['hash hash age', 'from direction to', 'blobs block price'],
  heights: { wide: 44, phone: 104 },
  rowClass: ({ hash }, { arrived }) => (arrived?.has(hash) ? 'arrived' : undefined),
})
