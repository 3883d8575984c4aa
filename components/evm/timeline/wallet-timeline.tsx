import { ArrowUp, Check, CircleX, Hourglass, LoaderCircle } from 'lucide'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { responseRequestId } from '#components/browser-send.ts'
import { useIsAtTop } from '#components/chain/use-is-at-top.ts'
import type { RowPlace } from '#components/kit/rows/virtual-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import { type ChainFeed, isNotIndexed, servedFeeds, type TimelineRow, type TimelineView } from './feed/chain-feed.ts'
import { chosenText } from './feed/chosen-chains.ts'
import type { FeedClient, FeedKind } from './feed/feed-kind.ts'
import { timelineKinds, timelineTabs } from './feed/timeline-kind.ts'
import { TimelineEnd } from './timeline-end.tsx'
import { type Timeline, useTimeline } from './use-timeline.ts'

/** Missing parts of the list and their reasons, announced when they change. */
const FeedNotices = ({
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
              {responseRequestId(error) && (
                <span className="text-muted text-xs">
                  {' '}
                  Request <code className="select-all font-mono">{responseRequestId(error)}</code>
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

/** Selects the chains of the list, with the progress of each. At least one is always selected. */
const ChainToggles = ({ view, onToggle }: { view: TimelineView; onToggle: (chain: string) => void }) => (
  <fieldset className="border-line border-b px-4 py-2">
    <legend className="sr-only">Chains</legend>
    <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap">
      {servedFeeds(view.feeds).map((feed) => {
        const { chain, title } = feed.chain
        const isOn = view.chosen.has(chain)
        return (
          <li key={chain}>
            <button
              type="button"
              aria-pressed={isOn}
              disabled={isOn && view.chosen.size === 1}
              onClick={() => onToggle(chain)}
              className={classNames(
                'inline-flex min-h-8 items-center whitespace-nowrap gap-1.5 rounded-lg border px-2.5 text-sm hover:border-accent',
                isOn ? 'border-line bg-sunken text-ink' : 'border-line border-dashed text-muted line-through',
              )}
            >
              {isOn && <FeedIcon feed={feed} />} {title}
              {isOn && <span className="text-muted text-xs">{wordsOf(feed)}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  </fieldset>
)

const wordsOf = (feed: ChainFeed): string => {
  const { chain, state, rows, late, isDone } = feed
  if (isNotIndexed(chain)) return 'nothing indexed yet'
  if (state === 'failed') return 'failed'
  if (state === 'slow') return 'still waiting'
  const count = rows.length + late.length
  if (count === 0 && !isDone) return 'loading'
  const isPartial = chain.status !== 'SYNCED' ? ', indexing' : ''
  return `${groupedNumber(count)}${isDone ? '' : '+'}${isPartial}`
}

const FeedIcon = ({ feed: { chain, state, isDone } }: { feed: ChainFeed }) => {
  if (state === 'failed') return <Icon of={CircleX} size={14} className="text-bad" />
  if (state === 'slow' || isNotIndexed(chain)) return <Icon of={Hourglass} size={14} className="text-warn" />
  if (state === 'loading' || state === 'unread')
    return <Icon of={LoaderCircle} size={14} className="text-muted motion-safe:animate-spin" />
  return isDone ? <Icon of={Check} size={14} className="text-good" /> : null
}

/** The component for the rows of a kind. */
export type TimelineListProps<Row> = {
  view: TimelineView<Row>
  wallet: string
  label: string
  place: RowPlace<TimelineRow<Row>>
}

/**
 * One kind of a wallet's rows on all chains, newest first. The selected chains are in the URL; `children` is the form
 * of the other filters.
 */
export const WalletTimeline = <Row, Name extends keyof FeedClient>({
  children,
  feed,
  client,
  list,
  skeleton,
  ...timeline
}: Timeline<Row> & {
  children: ReactNode
  feed: FeedKind<Row, Name>
  client: Pick<FeedClient, Name>
  list: (props: TimelineListProps<Row>) => ReactNode
  skeleton: ReactNode
}) => {
  const { address, bounds, chains, kind } = timeline
  const { reader, view } = useTimeline(timeline, feed, client)
  const top = useRef<HTMLDivElement>(null)
  const isAtTop = useIsAtTop(top)
  useEffect(() => reader.setReadFurtherDown(!isAtTop), [reader, isAtTop])
  const place = useMemo(
    () => ({
      blockOf: ({ record }: TimelineRow<Row>) => feed.timeOf(record),
      bound: bounds.to_date,
      name: 'to_date',
    }),
    [feed, bounds.to_date],
  )
  const { title, noun, none } = timelineKinds[kind]
  const label = `${title} of all chains`

  const toggle = (name: string) => {
    const next = new Set(view.chosen)
    if (!next.delete(name)) next.add(name)
    putInUrl(chosenText(next, chains))
    reader.choose([...next])
    reader.start()
  }
  /** The form was rendered before chains were selected: adds the selection to it. */
  const bringChains = ({ target }: FormEvent) => {
    const text = chosenText(view.chosen, chains) ?? ''
    const add = (event: Event) => event instanceof FormDataEvent && event.formData.set('chains', text)
    target.addEventListener('formdata', add, { once: true })
  }
  const showLate = () => {
    reader.showLate()
    top.current?.parentElement?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <TabBar
        label="Wallet on all chains"
        tabs={timelineTabs(address, { ...bounds, chains: chosenText(view.chosen, chains) })}
      />
      <Panel aria-label={label}>
        <div onSubmitCapture={bringChains}>{children}</div>
        <ChainToggles view={view} onToggle={toggle} />
        <FeedNotices view={view} noun={noun} onRetry={reader.retry} />
        <div ref={top} />
        <div role="status" className="sticky top-20 z-10 flex h-0 justify-center">
          {view.lateCount > 0 && (
            <Button look="primary" onClick={showLate} className="rounded-full shadow-lg">
              <Icon of={ArrowUp} size={14} /> Show {view.lateCount} of {lateTitles(view.feeds)}
            </Button>
          )}
        </div>
        {view.rows.length > 0 && list({ view, wallet: address, label, place })}
        <TimelineEnd
          view={view}
          noun={noun}
          none={none}
          onMore={reader.more}
          isFiltered={Object.keys(bounds).length > 0}
          skeleton={skeleton}
        />
      </Panel>
    </>
  )
}

const putInUrl = (chains: string | undefined): void => {
  const url = new URL(location.href)
  if (chains === undefined) url.searchParams.delete('chains')
  else url.searchParams.set('chains', chains)
  history.replaceState(history.state, '', url)
}

const lateTitles = (feeds: readonly ChainFeed[]): string =>
  feeds
    .filter(({ late }) => late.length > 0)
    .map(({ chain }) => chain.title)
    .join(', ')
