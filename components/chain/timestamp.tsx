'use client'
import { type ComponentProps, useCallback, useSyncExternalStore } from 'react'
import { formatMoment, momentOf, type TimeFormat, utcText } from '#lib/format/moment.ts'
import { chosenTimeFormat, subscribeToTimeFormat, useRenderedTime } from './time-format.tsx'

/** One clock for all ages on the page: it only ticks while the page is visible. */
const tickMs = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current: number | undefined

const tick = () => {
  current = Date.now()
  for (const listener of listeners) listener()
}

/** The time of the last tick in unix milliseconds; before the first one `fallback`, the server's own time of rendering. */
const clockNow = (fallback: number): number => current ?? fallback

const subscribeToClock = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => document.visibilityState === 'visible' && tick(), tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    current = undefined
  }
}

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
