'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { isTimeFormat, type TimeFormat } from '#lib/format/moment.ts'

/** The format used by the server; hydration starts with it. */
type Rendered = { format: TimeFormat; now: number }

const RenderedContext = createContext<Rendered>({ format: 'age', now: 0 })

export const TimeFormatProvider = ({ format, now, children }: Rendered & { children: ReactNode }) => (
  <RenderedContext value={{ format, now }}>{children}</RenderedContext>
)

export const useRenderedTime = (): Rendered => useContext(RenderedContext)

const listeners = new Set<() => void>()
let chosen: TimeFormat | undefined

export const chosenTimeFormat = (fallback: TimeFormat): TimeFormat => chosen ?? fallback

export const subscribeToTimeFormat = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const yearSeconds = 31_536_000

/** Updates every time on the page at once; the cookie makes the server use the format for the next page. */
export const chooseTimeFormat = (format: string): void => {
  if (!isTimeFormat(format)) return
  chosen = format
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `time=${format}; path=/; max-age=${yearSeconds}; samesite=lax`
  // Columns of times are as wide as the format needs.
  document.documentElement.dataset.time = format
  putInAddress(format)
  for (const listener of listeners) listener()
}

/** A link copied from here shows the same time format to others; relative ages are not copied. */
const putInAddress = (format: TimeFormat): void => {
  const url = new URL(location.href)
  url.searchParams.delete('t')
  if (format !== 'age') url.searchParams.set('t', format)
  history.replaceState(history.state, '', url)
}

export const useTimeFormat = (): TimeFormat => {
  const { format } = useRenderedTime()
  return useSyncExternalStore(
    subscribeToTimeFormat,
    () => chosenTimeFormat(format),
    () => format,
  )
}
