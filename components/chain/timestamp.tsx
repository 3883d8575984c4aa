'use client'

import { type ComponentProps, useCallback, useSyncExternalStore } from 'react'
import { formatMoment, momentOf, type TimeFormat, utcText } from '#lib/format/moment.ts'
import { clockNow, subscribeToClock } from './clock.ts'
import { chosenTimeFormat, subscribeToTimeFormat, useRenderedTime } from './time-format.tsx'

/** The server does not know the visitor's time zone: it renders UTC, and the browser converts it to local time. */
const serverFormat = (format: TimeFormat): TimeFormat => (format === 'local' ? 'utc' : format)

const subscribe = (listener: () => void) => {
  const leave = [subscribeToClock(listener), subscribeToTimeFormat(listener)]
  return () => {
    for (const one of leave) one()
  }
}

/** A moment in the format that the visitor chose. A cell renders again only when its own text changes. */
export const Timestamp = ({ iso, ...props }: ComponentProps<'time'> & { iso: string }) => {
  const rendered = useRenderedTime()
  const moment = momentOf(iso)
  const text = useSyncExternalStore(
    subscribe,
    useCallback(
      () => formatMoment(moment, chosenTimeFormat(rendered.format), clockNow(rendered.now)),
      [moment, rendered],
    ),
    () => formatMoment(moment, serverFormat(rendered.format), rendered.now),
  )
  if (Number.isNaN(moment)) return <span>unknown</span>
  return (
    <time dateTime={new Date(moment).toISOString()} title={utcText(moment)} {...props}>
      {text}
    </time>
  )
}
