'use client'

import { ArrowUp } from 'lucide-react'
import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { useIsAtTop } from '#components/chain/use-is-at-top.ts'
import { Button } from '#components/ui/button.tsx'
import type { ChainFeed, TimelineRow } from './chain-feed.ts'
import { ChainToggles } from './chain-toggles.tsx'
import { chosenText } from './chosen-chains.ts'
import { FeedNotices } from './feed-notices.tsx'
import { TimelineEnd } from './timeline-end.tsx'
import { TimelineCells, TimelineList, timelinePlace } from './timeline-list.tsx'
import { type Timeline, useTimeline } from './use-timeline.ts'

/** A wallet's transactions on all chains, newest first. Which chains are in it stands in the address; `children` is the form of its other filters. */
export const WalletTimeline = ({ children, ...timeline }: Timeline & { children: ReactNode }) => {
  const { address, bounds, chains } = timeline
  const { reader, view } = useTimeline(timeline)
  const top = useRef<HTMLDivElement>(null)
  const isAtTop = useIsAtTop(top)
  useEffect(() => reader.setReadFurtherDown(!isAtTop), [reader, isAtTop])
  const place = useMemo(() => timelinePlace(bounds.to_date), [bounds.to_date])
  const row = useCallback((of: TimelineRow) => <TimelineCells {...of} wallet={address} />, [address])

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
  /** The form was rendered before chains were chosen: it takes the choice along. */
  const bringChains = ({ target }: FormEvent) => {
    const text = chosenText(view.chosen, chains) ?? ''
    target.addEventListener('formdata', (event) => (event as FormDataEvent).formData.set('chains', text), {
      once: true,
    })
  }
  const showLate = () => {
    reader.showLate()
    top.current?.parentElement?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <div onSubmitCapture={bringChains}>{children}</div>
      <ChainToggles view={view} onToggle={toggle} />
      <FeedNotices view={view} onRetry={reader.retry} />
      <div ref={top} />
      <div role="status" className="sticky top-20 z-10 flex h-0 justify-center">
        {view.lateCount > 0 && (
          <Button look="primary" onClick={showLate} className="rounded-full shadow-lg">
            <ArrowUp size={14} aria-hidden /> Show {view.lateCount} of {lateTitles(view.feeds)}
          </Button>
        )}
      </div>
      {view.rows.length > 0 && <TimelineList rows={view.rows} row={row} place={place} />}
      <TimelineEnd view={view} onMore={reader.more} isFiltered={Object.keys(bounds).length > 0} />
    </>
  )
}

const lateTitles = (feeds: readonly ChainFeed[]): string =>
  feeds
    .filter(({ late }) => late.length > 0)
    .map(({ chain }) => chain.title)
    .join(', ')
