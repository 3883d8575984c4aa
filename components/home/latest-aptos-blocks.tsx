'use client'

import type { AptosNetwork } from '#components/aptos/aptos-path.ts'
import { aptosPath } from '#components/aptos/aptos-path.ts'
import { aptosExplorerQueries } from '#components/aptos/aptos-queries.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { NewerRows } from '#components/live/newer-rows.tsx'
import { useLiveList } from '#components/live/use-live-list.ts'
import { Link } from '#components/ui/link.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { isoOfMicroseconds } from '#lib/format/moment.ts'

type Page = Output<AptosExplorerApi['aptosBlocks']>
type Row = Page['result'][number]

/** The newest Aptos blocks, as they come: several a second, so none is marked as new. */
export const LatestAptosBlocks = ({
  network,
  limit,
  everyMs,
  first,
}: {
  network: AptosNetwork
  limit: number
  everyMs: number | false
  first: Page
}) => {
  const { rows, mark, ...newer } = useLiveList({
    options: aptosExplorerQueries.one.aptosBlocks({ network, limit }),
    first,
    everyMs,
    keyOf: ({ block_height }: Row) => block_height,
  })
  if (rows.length === 0) return <EmptyState title="No blocks yet">They appear here as they come.</EmptyState>
  return (
    <>
      <NewerRows waiting={newer.waiting} isMore={newer.isMore} onShow={newer.show} />
      <div ref={mark} />
      <ol>
        {rows.map(({ block_height, block_timestamp, first_version, last_version }) => (
          <li
            key={block_height}
            className="grid h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-line border-b px-4 text-sm leading-5 last:border-b-0"
          >
            <span className="min-w-0">
              <Link
                href={aptosPath(explorerPath.aptosBlock(block_height), network)}
                className="text-accent hover:underline"
              >
                {groupedNumber(block_height)}
              </Link>
              <br />
              <span className="text-muted text-xs">
                <Timestamp iso={isoOfMicroseconds(block_timestamp)} />
              </span>
            </span>
            <span className="text-right">
              <span className="text-muted text-xs">versions</span>
              <br />
              {groupedNumber(first_version)} – {groupedNumber(last_version)}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
