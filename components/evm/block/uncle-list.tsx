import { Hash } from '#components/chain/hash.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { blockColumn } from '#components/evm/parts/block-column.tsx'
import type { LiveView } from '#components/evm/parts/lists/live-list-view.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { EvmUncle } from '#lib/evm/block/lists-contract.ts'

type UncleLine = Pick<EvmUncle, 'uncle_hash' | 'block_number' | 'block_timestamp' | 'miner' | 'miner_label'>

/** Uncles by the block that includes them. */
export const uncleList = defineList<EvmUncle, UncleLine, LiveView>({
  label: 'Uncles',
  noun: 'uncles',
  row: ({ block_hash: _, position: __, ...line }) => line,
  keyOf: ({ uncle_hash }) => uncle_hash,
  repeats: 'latest',
  blockOf: ({ block_number }) => block_number,
  columns: [
    {
      key: 'hash',
      title: 'Uncle',
      width: 'minmax(0, 1fr)',
      look: 'flow',
      cell: ({ uncle_hash }) => (
        <>
          <Hash value={uncle_hash} />
          <CopyButton value={uncle_hash} label="Copy uncle hash" />
        </>
      ),
    },
    { ...blockColumn(({ block_number }: UncleLine) => block_number), title: 'Included in', width: '8rem' },
    timeColumn(({ block_timestamp }) => block_timestamp),
    {
      key: 'miner',
      title: 'Included by',
      width: 'minmax(0, 1fr)',
      cell: ({ miner, miner_label }, { chain }) => <AddressLink chain={chain} address={miner} label={miner_label} />,
    },
  ],
  phone: ['hash hash age', 'block miner miner'],
  heights: { wide: 44, phone: 72 },
  rowClass: ({ uncle_hash }, { arrived }) => (arrived?.has(uncle_hash) ? 'arrived' : undefined),
})
