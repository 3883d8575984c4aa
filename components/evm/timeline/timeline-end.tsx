import { type ReactNode, useRef } from 'react'
import { isNotIndexed, servedFeeds, type TimelineView } from '#components/evm/timeline/feed/chain-feed.ts'
import { ListEnd } from '#components/kit/list-end.tsx'
import { EmptyState, NotIndexedState } from '#components/ui/state.tsx'
import { groupedNumber } from '#lib/format/amount.ts'

/** The end of the list: for now, permanently, or as far as the chains have responded. */
export const TimelineEnd = ({
  view,
  noun,
  none,
  onMore,
  isFiltered,
  skeleton,
}: {
  view: TimelineView
  noun: string
  /** The text for a wallet without any: `no NFT`. */
  none: string
  onMore: () => void
  isFiltered: boolean
  /** Shown until a chain has answered. */
  skeleton: ReactNode
}) => {
  const on = servedFeeds(view.feeds).filter(({ chain }) => view.chosen.has(chain.chain))
  const isFetchingNextPage = on.some(({ chain, state }) => state === 'loading' && view.wanted.includes(chain.chain))
  const rounds = useRounds(isFetchingNextPage)
  const missing = on.filter(({ isAside, chain }) => isAside || isNotIndexed(chain))
  const hasNextPage = view.wanted.length > 0
  const count = view.rows.length
  // A chain may answer with a page of no rows, and continue.
  if (hasNextPage || (count > 0 && missing.length === 0))
    return (
      <ListEnd
        query={{
          hasNextPage,
          isFetchingNextPage,
          isFetchNextPageError: false,
          error: null,
          fetchNextPage: onMore,
          data: { pages: Array.from({ length: rounds }) },
        }}
        count={count}
        noun={noun}
      />
    )
  if (count === 0 && on.some(({ state, isAside }) => isAside && (state === 'unread' || state === 'loading')))
    return skeleton
  if (on.length === 0)
    return (
      <NotIndexedState title={`No ${noun} can be shown`}>None of the selected chains is served here.</NotIndexedState>
    )
  const partial = on.filter(({ chain }) => chain.index_complete === false)
  if (count === 0 && missing.length === 0 && partial.length > 0)
    return (
      <NotIndexedState title={`No ${noun} in the indexed blocks`}>
        {partial.map(({ chain }) => `${chain.title}: ${chain.coverage_note}`).join(' ')}
      </NotIndexedState>
    )
  if (count === 0 && missing.length === 0)
    return (
      <EmptyState title={isFiltered ? `No ${noun} match these filters` : `No ${noun}`}>
        {isFiltered
          ? 'Widen or clear the filters above.'
          : `This wallet has sent or received ${none} on ${on.length === 1 ? 'this chain' : `these ${on.length} chains`} in the data available here.`}
      </EmptyState>
    )
  return (
    <p className="p-4 text-center text-muted text-sm">
      {count === 0 ? 'No' : groupedNumber(count)} {noun} so far, not including{' '}
      {missing.map(({ chain }) => chain.title).join(', ')}.
    </p>
  )
}

/** How many times the list has continued. */
const useRounds = (isFetching: boolean): number => {
  const last = useRef({ rounds: 1, wasFetching: false })
  const { rounds, wasFetching } = last.current
  last.current = { rounds: wasFetching && !isFetching ? rounds + 1 : rounds, wasFetching: isFetching }
  return last.current.rounds
}
