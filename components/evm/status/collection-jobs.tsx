'use client'

import { useQuery } from '@tanstack/react-query'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { Meter } from '#components/ui/meter.tsx'
import type { Output } from '#lib/api/endpoint.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { duration } from '#lib/format/moment.ts'

type Jobs = Output<EvmExplorerApi['evmCollections']>

const pollMs = 3_000

const words = {
  SYNCED: { title: 'Complete', tone: 'good' },
  SYNCING: { title: 'Running', tone: 'warn' },
  QUEUED: { title: 'Waiting', tone: 'neutral' },
  FAILED: { title: 'Failed', tone: 'bad' },
  UNVERIFIED: { title: 'Not verified', tone: 'warn' },
  TOO_LARGE: { title: 'Too large', tone: 'warn' },
  NOT_INDEXED: { title: 'Not indexed', tone: 'neutral' },
} as const

/** The contracts of a chain whose whole history was requested, followed while it is fetched. */
export const CollectionJobs = ({ chain, first }: { chain: string; first: Jobs }) => {
  const { data = first } = useQuery({
    ...fromEvmExplorer('/evm/collections').one({ chain }),
    initialData: first,
    refetchInterval: ({ state: { data } }) =>
      data?.result.some(({ status }) => status === 'SYNCING' || status === 'QUEUED') ? pollMs : false,
  })
  return (
    <ul>
      {data.result.map((job) => (
        <Job key={job.address} job={job} />
      ))}
    </ul>
  )
}

const Job = ({ job }: { job: EvmCollection }) => {
  const {
    chain,
    address,
    name,
    symbol,
    status,
    percent,
    rows_per_second,
    eta_seconds,
    synced_at,
    verified_block,
    error,
  } = job
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-sm last:border-b-0">
      <Link
        href={evmPaths.token({ chain, address })}
        title={address}
        className="w-56 min-w-0 text-accent hover:underline"
      >
        {name || symbol ? (
          <span className="block truncate">{name || symbol}</span>
        ) : (
          <Hash value={address} className="select-auto" />
        )}
      </Link>
      <Badge tone={words[status].tone}>{words[status].title}</Badge>
      {status === 'SYNCED' && synced_at && (
        <span className="text-muted">
          <Timestamp iso={synced_at} />
        </span>
      )}
      {(status === 'SYNCING' || status === 'FAILED' || status === 'TOO_LARGE') && (
        <span className="flex items-center gap-2 text-muted">
          <Meter percent={percent} /> {percent}%
        </span>
      )}
      {rows_per_second !== null && (
        <span className="text-muted">{groupedNumber(Math.round(rows_per_second))} rows/s</span>
      )}
      {eta_seconds !== null && <span className="text-muted">about {duration(eta_seconds)} left</span>}
      {verified_block && (
        <span className="text-muted">compared with the contract at block {groupedNumber(verified_block)}</span>
      )}
      {error && <span className={`wrap-anywhere ${status === 'UNVERIFIED' ? 'text-muted' : 'text-bad'}`}>{error}</span>}
    </li>
  )
}
