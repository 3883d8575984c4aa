import { ArrowUp } from 'lucide'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useIsAtTop } from '#components/chain/use-is-at-top.ts'
import type { ChainFeed, TimelineRow, TimelineView } from '#components/evm/timeline/feed/chain-feed.ts'
import { chosenText } from '#components/evm/timeline/feed/chosen-chains.ts'
import type { FeedClient, FeedKind } from '#components/evm/timeline/feed/feed-kind.ts'
import { timelineKinds, timelineTabs } from '#components/evm/timeline/feed/timeline-kind.ts'
import type { Place } from '#components/kit/rows/virtual-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TabBar } from '#components/ui/tab-bar.tsx'
import { ChainToggles } from './chain-toggles.tsx'
import { FeedNotices } from './feed-notices.tsx'
import { TimelineEnd } from './timeline-end.tsx'
import { type Timeline, useTimeline } from './use-timeline.ts'

/** The component for the rows of a kind. */
export type TimelineListProps<Row> = {
  view: TimelineView<Row>
  wallet: string
  label: string
  place: Place<TimelineRow<Row>>
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
    const text = chosenText(next, chains)
    const url = new URL(location.href)
    if (text === undefined) url.searchParams.delete('chains')
    else url.searchParams.set('chains', text)
    history.replaceState(history.state, '', url)
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

const lateTitles = (feeds: readonly ChainFeed[]): string =>
  feeds
    .filter(({ late }) => late.length > 0)
    .map(({ chain }) => chain.title)
    .join(', ')
