'use client'

import { Timestamp } from '#components/chain/timestamp.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { GasShare } from '#components/evm/parts/gas-share.tsx'
import { liveList } from '#components/live/live-list.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Row = Output<EvmExplorerApi['evmBlocks']>['result'][number]

/** The newest blocks of a chain, updated live. */
export const LatestBlocks = liveList({
  noun: 'blocks',
  ask: ({ chain, limit }: { chain: string; limit: number }) => fromEvmExplorer('/evm/blocks').one({ chain, limit }),
  chainOf: ({ chain }) => chain,
  keyOf: ({ block_hash }: Row) => block_hash,
  columns: 'grid-cols-[minmax(0,1fr)_auto_auto]',
  cells: (block, { chain }) => <BlockCells chain={chain} block={block} />,
})

const BlockCells = ({ chain, block }: { chain: string; block: Row }) => (
  <>
    <span className="min-w-0">
      <Link href={evmPaths.block({ chain, block: block.block_number })} className="text-accent hover:underline">
        {groupedNumber(block.block_number)}
      </Link>
      <br />
      <span className="text-muted text-xs">
        <Timestamp iso={block.block_timestamp} />
      </span>
    </span>
    <span className="text-right">
      {block.transaction_count} <span className="text-muted">{block.transaction_count === 1 ? 'tx' : 'txs'}</span>
    </span>
    <span className="flex w-28 items-center justify-end gap-2 text-muted text-xs" title="Gas used of the limit">
      <GasShare used={block.gas_used} limit={block.gas_limit} className="w-14" />
    </span>
  </>
)
