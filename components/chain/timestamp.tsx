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

const textOf = (moment: number, format: TimeFormat, now: number, isAlone: Props['isAlone']): string => {
  const text = formatMoment(moment, format, now)
  if (!isAlone || format !== 'age') return text
  return isAlone === 'day' ? `${utcText(moment).slice(0, 10)} (${text})` : `${utcText(moment)} (${text})`
}

type Props = ComponentProps<'time'> & {
  iso: string
  /** Not in a list: a visitor who chose ages sees the time too, or only the day where there is little room. */
  isAlone?: boolean | 'day'
}

/** A moment in the format that the visitor chose. A cell renders again only when its own text changes. */
export const Timestamp = ({ iso, isAlone = false, ...props }: Props) => {
  const rendered = useRenderedTime()
  const moment = momentOf(iso)
  const text = useSyncExternalStore(
    subscribe,
    useCallback(
      () => textOf(moment, chosenTimeFormat(rendered.format), clockNow(rendered.now), isAlone),
      [moment, rendered, isAlone],
    ),
    () => textOf(moment, serverFormat(rendered.format), rendered.now, isAlone),
  )
  if (Number.isNaN(moment)) return <span>unknown</span>
  return (
    <time dateTime={new Date(moment).toISOString()} title={utcText(moment)} {...props}>
      {text}
    </time>
  )
}
