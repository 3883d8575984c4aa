import { requestIdOf } from '#components/browser-send.ts'
import { type ChainFeed, servedFeeds, type TimelineView } from '#components/evm/timeline/feed/chain-feed.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'

/** Missing parts of the list and their reasons, announced when they change. */
export const FeedNotices = ({
  view,
  noun,
  onRetry,
}: {
  view: TimelineView
  noun: string
  onRetry: (chain: string) => void
}) => {
  const chosen = view.feeds.filter(({ chain }) => view.chosen.has(chain.chain))
  const on = servedFeeds(chosen)
  const unserved = chosen.filter(({ state }) => state === 'unserved')
  const loading = on.filter(({ state, isAside }) => isAside && (state === 'unread' || state === 'loading'))
  const slow = on.filter(({ state }) => state === 'slow')
  return (
    <>
      <div role="status">
        {loading.length > 0 && (
          <p className={noticeClasses}>
            Loading {titles(loading)}. Their {noun} are not in the list yet.
          </p>
        )}
        {slow.length > 0 && (
          <p className={noticeClasses}>
            Still waiting for {titles(slow)}: the list continues without {slow.length === 1 ? 'it' : 'them'}.
          </p>
        )}
        {unserved.length > 0 && (
          <p className={classNames(noticeClasses, 'text-muted')}>Not served here: {titles(unserved)}.</p>
        )}
        {loading.length + slow.length === 0 && (
          <span className="sr-only">
            {on.filter(({ state }) => state === 'read').length} of {on.length} chains loaded.
          </span>
        )}
      </div>
      {on
        .filter(({ state }) => state === 'failed')
        .map(({ chain, rows, error }) => (
          <div key={chain.chain} role="alert" className={noticeClasses}>
            <p>
              <span className="font-medium text-bad">{chain.title} could not be loaded</span>
              {rows.length > 0 && ' further'}: {error instanceof Error ? error.message : 'there was no response.'}
              {requestIdOf(error) && (
                <span className="text-muted text-xs">
                  {' '}
                  Request <code className="select-all font-mono">{requestIdOf(error)}</code>
                </span>
              )}
            </p>
            <Button onClick={() => onRetry(chain.chain)}>
              Try again<span className="sr-only"> with {chain.title}</span>
            </Button>
          </div>
        ))}
    </>
  )
}

const noticeClasses = 'flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken/60 px-4 py-2 text-sm'

const titles = (feeds: readonly ChainFeed[]): string => feeds.map(({ chain }) => chain.title).join(', ')
