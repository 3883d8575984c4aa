'use client'

import { Timestamp } from '#components/chain/timestamp.tsx'
import { evmExplorerQueries } from '#components/evm/evm-queries.ts'
import { NewerRows } from '#components/live/newer-rows.tsx'
import { useLiveList } from '#components/live/use-live-list.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { percentOf } from '#lib/format/transaction.ts'
import { useArrived } from './live-rows.ts'

type Blocks = Output<EvmExplorerApi['evmBlocks']>
type Row = Blocks['result'][number]

/** The newest blocks of a chain, as they come. */
export const LatestBlocks = ({
  chain,
  limit,
  everyMs,
  first,
}: {
  chain: string
  limit: number
  everyMs: number | false
  first: Blocks
}) => {
  const { rows, mark, ...newer } = useLiveList({
    options: evmExplorerQueries.one.evmBlocks({ chain, limit }),
    first,
    everyMs,
    keyOf: ({ block_hash }: Row) => block_hash,
  })
  const arrived = useArrived(rows.map(({ block_hash }) => block_hash))
  if (rows.length === 0) return <EmptyState title="No blocks yet">They appear here as they are indexed.</EmptyState>
  return (
    <>
      <NewerRows waiting={newer.waiting} isMore={newer.isMore} onShow={newer.show} />
      <div ref={mark} />
      <ol>
        {rows.map((block) => {
          const usedPercent = percentOf(block.gas_used, block.gas_limit)
          return (
            <li
              key={block.block_hash}
              className={classNames(
                'grid h-13 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-4 border-line border-b px-4 text-sm last:border-b-0',
                arrived.has(block.block_hash) && 'arrived',
              )}
            >
              <span className="min-w-0 leading-5">
                <Link href={explorerPath.block(chain, block.block_number)} className="text-accent hover:underline">
                  {groupedNumber(block.block_number)}
                </Link>
                <br />
                <span className="text-muted text-xs">
                  <Timestamp iso={block.block_timestamp} />
                </span>
              </span>
              <span className="text-right">
                {block.transaction_count}{' '}
                <span className="text-muted">{block.transaction_count === 1 ? 'tx' : 'txs'}</span>
              </span>
              <span
                className="flex w-28 items-center justify-end gap-2 text-muted text-xs"
                title="Gas used of the limit"
              >
                <Meter percent={usedPercent} className="w-14" /> {usedPercent}%
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}
