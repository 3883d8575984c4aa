import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { useSpoken } from '#components/live/use-spoken.ts'
import { Button } from '#components/ui/button.tsx'
import { Meter } from '#components/ui/meter.tsx'
import { useAction } from '#components/ui/use-action.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { CollectionComplete } from './collection-complete.tsx'
import { useCollection } from './use-collection.ts'

/** The completeness of a contract's data while it may grow. */
export const CollectionGrowth = ({ initial, state }: { initial: EvmCollection; state: EvmChainState }) => {
  const { chain, address } = initial
  const { collection: data, refetch } = useCollection(initial)
  // Requesting the NFTs of a contract starts the backfill of its history, also for ERC20 tokens.
  const { isBusy, error: startError, run } = useAction()
  const start = () =>
    run(async () => {
      await fromEvm('/api/v2/nft/:address').call({ chain, address, limit: 1 })
      const { data: started } = await refetch()
      if (started?.status === 'NOT_INDEXED')
        throw new ServiceError('rate_limited', 'Too many contracts were requested. Try again later.')
    })
  const spoken = useSpoken(data.status === 'SYNCING' ? `Indexing, ${data.percent} percent` : '')
  const { status, percent, rows_per_second, eta_seconds, error, on_demand, indexed_blocks, blocks_total } = data
  const isVerifying = status === 'SYNCING' && indexed_blocks === blocks_total
  if (status === 'SYNCED') return <CollectionComplete collection={data} />
  if (status === 'NOT_INDEXED')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full bg-warn" />
          {isOneRange(state)
            ? `Only blocks ${groupedNumber(state.first_block ?? '0')} to ${groupedNumber(state.indexed_block ?? '0')}`
            : `Only some blocks up to ${groupedNumber(state.indexed_block ?? '0')}`}
        </span>
        {on_demand === 'everyone' && (
          <>
            <Button onClick={start} disabled={isBusy}>
              Index full history
            </Button>
            <span>up to {costOf(data)}</span>
          </>
        )}
        {on_demand === 'keys' && <span>Indexing the full history needs an API key</span>}
        {on_demand === 'off' && <span>The operator chooses which contracts are indexed in full</span>}
        {startError instanceof Error && <span className="text-bad">{startError.message}</span>}
      </span>
    )
  if (status === 'UNVERIFIED')
    return (
      <span role="status" className="inline-flex max-w-sm items-center gap-1.5">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-warn" />
        {error}
      </span>
    )
  if (status === 'TOO_LARGE')
    return (
      <span role="status" className="inline-flex max-w-md items-center gap-1.5">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-warn" />
        Indexed to {percent}%. {error}
      </span>
    )
  if (status === 'FAILED')
    return (
      <span role="status" className="inline-flex max-w-sm items-center gap-1.5">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-bad" />
        Indexing has stopped: {error ?? 'it will be retried automatically'}
      </span>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span role="status" className="sr-only">
        {spoken}
      </span>
      <span aria-hidden className="size-2 rounded-full bg-warn" />
      {isVerifying ? 'Verifying against the chain' : status === 'QUEUED' ? 'Waiting to be indexed' : 'Indexing'}
      {!isVerifying && (
        <>
          <Meter percent={percent} /> {percent}%
        </>
      )}
      {rows_per_second !== null && <span>{groupedNumber(Math.round(rows_per_second))} rows/s</span>}
      {eta_seconds !== null && <span>about {remaining(eta_seconds)} left</span>}
      {error && <span className="wrap-anywhere max-w-sm">{error}</span>}
    </span>
  )
}

const isOneRange = ({ coverage }: EvmChainState): boolean => coverage === null || !coverage.includes(',')

/** The cost for an older contract; blocks before its deployment are not read. */
const costOf = ({ blocks_total, indexed_blocks, requests_left }: EvmCollection): string => {
  const blocks = counted(BigInt(blocks_total) - BigInt(indexed_blocks), 'block')
  return `${blocks} in ${counted(requests_left, 'request')} to the node`
}

const remaining = (seconds: number): string => {
  if (seconds < 90) return `${seconds} s`
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
