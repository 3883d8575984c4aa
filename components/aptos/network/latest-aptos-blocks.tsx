'use client'

import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { FunctionName } from '#components/aptos/parts/values/function-name.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { liveList } from '#components/live/live-list.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { isoOfMicroseconds } from '#lib/aptos/api/format/iso-of-microseconds.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import type { AptosLedgerTransaction } from '#lib/aptos/transaction/ledger-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The newest transactions of users, updated live. */
export const LatestAptosTransactions = liveList({
  noun: 'transactions',
  ask: ({ network, limit }: { network: AptosNetwork; limit: number }) =>
    fromAptosExplorer('/aptos/transactions').one({ network, limit }),
  keyOf: ({ version }: AptosLedgerTransaction) => version,
  columns: 'grid-cols-[auto_minmax(0,1fr)]',
  cells: (transaction, { network }) => <TransactionCells network={network} transaction={transaction} />,
  isFast: true,
})

const TransactionCells = ({
  network,
  transaction: { version, timestamp, sender, success, ...one },
}: {
  network: AptosNetwork
  transaction: AptosLedgerTransaction
}) => {
  const iso = timestamp === null ? null : isoOfMicroseconds(timestamp)
  return (
    <>
      <span>
        <VersionLink version={version} network={network} />
        <br />
        <span className="text-muted text-xs">{iso !== null && <Timestamp iso={iso} />}</span>
      </span>
      <span className="min-w-0 text-right">
        <span className="flex items-center justify-end gap-2">
          {success === false && <Badge tone="bad">Failed</Badge>}
          <span className="min-w-0 truncate">
            {one.function === null ? <span className="text-muted">script</span> : <FunctionName name={one.function} />}
          </span>
        </span>
        <span className="block truncate text-muted text-xs">
          {sender !== null && <AccountLink address={sender} network={network} />}
        </span>
      </span>
    </>
  )
}

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
