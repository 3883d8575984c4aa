'use client'

import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { liveList } from '#components/live/live-list.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { isoOfMicroseconds } from '#lib/aptos/api/format/iso-of-microseconds.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type Row = Output<AptosExplorerApi['aptosBlocks']>['result'][number]

/** The newest Aptos blocks, updated live. */
export const LatestAptosBlocks = liveList({
  noun: 'blocks',
  ask: ({ network, limit }: { network: AptosNetwork; limit: number }) =>
    fromAptosExplorer('/aptos/blocks').one({ network, limit }),
  keyOf: ({ block_height }: Row) => block_height,
  columns: 'grid-cols-[minmax(0,1fr)_auto]',
  cells: (block, { network }) => <BlockCells network={network} block={block} />,
  isFast: true,
})

type BlockCellsProps = { network: AptosNetwork; block: Row }

const BlockTime = ({ micros }: { micros: string }) => {
  const iso = isoOfMicroseconds(micros)
  return iso === null ? 'time unknown' : <Timestamp iso={iso} />
}

const BlockCells = ({
  network,
  block: { block_height, block_timestamp, first_version, last_version },
}: BlockCellsProps) => (
  <>
    <span className="min-w-0">
      <Link
        href={aptosPath(aptosPaths.block({ height: block_height }), network)}
        className="text-accent hover:underline"
      >
        {groupedNumber(block_height)}
      </Link>
      <br />
      <span className="text-muted text-xs">
        <BlockTime micros={block_timestamp} />
      </span>
    </span>
    <span className="text-right">
      <span className="text-muted text-xs">{first_version === last_version ? 'version' : 'versions'}</span>
      <br />
      {[...new Set([first_version, last_version])].map(groupedNumber).join(' – ')}
    </span>
  </>
)
