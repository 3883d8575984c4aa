'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { responseRequestId } from '#components/browser-send.ts'
import type { Bar } from '#components/chain/bar.ts'
import { BarPlot } from '#components/chain/bar-plot.tsx'
import { NumberTable } from '#components/chain/number-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { EmptyState } from '#components/ui/state.tsx'
import type { KeyUseHour } from '#lib/account/contract/account.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { fromAccount } from './account-request.ts'

const hourMs = 3_600_000

/** A period with its number of requests. `start` is ISO 8601. */
type UseSpan = { start: string; requests: number }

/** Hours without use are not sent; a chart needs them all. The last one is the hour of `now`. */
export const keyUseSpans = (
  use: readonly KeyUseHour[],
  hours: number,
  hoursPerSpan: number,
  now: number,
): UseSpan[] => {
  const spanMs = hoursPerSpan * hourMs
  const lastStart = now - (now % spanMs)
  const count = Math.ceil(hours / hoursPerSpan)
  const first = lastStart - (count - 1) * spanMs
  const spans = Array.from({ length: count }, (_, index) => ({
    start: new Date(first + index * spanMs).toISOString(),
    requests: 0,
  }))
  for (const { hour, requests } of use) {
    const span = spans[Math.floor((Date.parse(hour) - first) / spanMs)]
    if (span) span.requests += requests
  }
  return spans
}

/** The numbers of the usage chart of a key, newest first. */
const KeyUseTable = ({ spans, hoursPerSpan }: { spans: readonly UseSpan[]; hoursPerSpan: number }) => (
  <NumberTable
    label="Requests"
    titles={['From (UTC)', 'Hours', 'Requests']}
    rows={spans
      .toReversed()
      .map(({ start, requests }) => [
        start.slice(0, 16).replace('T', ' '),
        String(hoursPerSpan),
        groupedNumber(requests),
      ])}
  />
)

const periods = [
  { title: 'A day', hours: 24, hoursPerSpan: 1 },
  { title: 'A week', hours: 168, hoursPerSpan: 6 },
  { title: 'Five weeks', hours: 840, hoursPerSpan: 24 },
] as const
type Period = (typeof periods)[number]

const refetchMs = 15_000

const barsOf = (spans: readonly UseSpan[], hoursPerSpan: number): Bar[] =>
  spans.map(({ start, requests }) => {
    const [day, time] = [start.slice(5, 10), start.slice(11, 16)]
    return {
      name: hoursPerSpan >= 24 ? day : `${day} ${time}`,
      title: `from ${start.slice(0, 10)} ${time} UTC`,
      value: requests,
    }
  })

/** Usage of one key over time, as a chart and a table. */
export const KeyUse = ({ id }: { id: string }) => {
  const [period, setPeriod] = useState<Period>(periods[1])
  const { hours, hoursPerSpan } = period
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['key use', id, hours],
    queryFn: () => fromAccount('/keys/use').call({ id, hours: String(hours) }),
    staleTime: 0,
    refetchInterval: refetchMs,
  })
  const spans = data && keyUseSpans(data.use, hours, hoursPerSpan, dataUpdatedAt)
  const total = spans?.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <section aria-label="Usage over time" className="mt-3 border-line border-t pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm">
          {total !== undefined && `${groupedNumber(total)} ${total === 1 ? 'request' : 'requests'}`}
        </p>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Period</legend>
          {periods.map((choice) => (
            <Button
              key={choice.hours}
              look={choice === period ? 'plain' : 'quiet'}
              aria-pressed={choice === period}
              onClick={() => setPeriod(choice)}
            >
              {choice.title}
            </Button>
          ))}
        </fieldset>
      </div>
      {error && !data ? (
        <ErrorState
          title="Usage could not be loaded"
          requestId={responseRequestId(error)}
          action={
            <Button disabled={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </ErrorState>
      ) : total === 0 ? (
        <EmptyState title="Not used in this period">New usage appears here within 30 seconds.</EmptyState>
      ) : (
        <>
          <div className="mt-2 h-48" aria-busy={spans === undefined}>
            {spans ? (
              <BarPlot label="Usage over time" bars={barsOf(spans, hoursPerSpan)} valueTitle="Requests" />
            ) : (
              <Skeleton className="h-48" />
            )}
          </div>
          {spans && <KeyUseTable spans={spans} hoursPerSpan={hoursPerSpan} />}
        </>
      )}
    </section>
  )
}
