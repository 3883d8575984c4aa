import { AddressMark } from '#components/chain/address-mark.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { blockColumn } from '#components/evm/parts/block-column.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmCreatedContract } from '#lib/evm/contract/contract.ts'
import { cutText, neverCutMax } from '#lib/format/cut-texts.ts'

/** Contracts that transactions created. */
export const contractList = defineList({
  label: 'Contracts',
  noun: 'contracts',
  row: ({ verified_name, name, symbol, block_hash: _, ...line }: EvmCreatedContract) => {
    const title = line.address_label ?? verified_name ?? name ?? symbol
    return { ...line, title: title && cutText(title, neverCutMax), isVerified: verified_name !== null }
  },
  keyOf: ({ transaction_hash }) => transaction_hash,
  repeats: 'latest',
  blockOf: ({ block_number }) => block_number,
  columns: [
    {
      key: 'contract',
      title: 'Contract',
      width: 'minmax(0, 1.3fr)',
      look: 'flow',
      cell: ({ address, title }, { chain }: LiveView) => (
        <>
          <AddressMark address={address} />
          <AddressLink chain={chain} address={address} label={title} className="min-w-0" />
          <CopyButton value={address} label="Copy address" />
        </>
      ),
    },
    {
      key: 'kind',
      title: 'Kind',
      width: '10rem',
      look: 'flow',
      phoneAlign: 'end',
      cell: ({ kind, isVerified }) => (
        <>
          {kind && <Badge>{kind}</Badge>}
          {isVerified && <Badge tone="good">Verified</Badge>}
        </>
      ),
    },
    blockColumn((row: Pick<EvmCreatedContract, 'block_number'>) => row.block_number),
    timeColumn((row: Pick<EvmCreatedContract, 'block_timestamp'>) => row.block_timestamp),
    {
      key: 'creator',
      title: 'Created by',
      width: 'minmax(0, 1fr)',
      look: 'flow',
      cell: ({ creator, creator_label }, { chain }) => (
        <>
          <span className="phone-only text-muted">by </span>
          <AddressLink chain={chain} address={creator} label={creator_label} className="min-w-0" />
        </>
      ),
    },
    {
      key: 'transaction',
      title: 'Transaction',
      width: 'minmax(0, 1fr)',
      look: 'flow',
      cell: ({ transaction_hash: hash }, { chain }) => (
        <Link href={evmPaths.transaction({ chain, hash })} className="min-w-0">
          <Hash value={hash} title={undefined} />
        </Link>
      ),
    },
  ],
  phone: ['contract kind', 'creator age'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 72 },
  rowClass: ({ transaction_hash }, { arrived }) => (arrived?.has(transaction_hash) ? 'arrived' : undefined),
})
