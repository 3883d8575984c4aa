import { useSyncExternalStore } from 'react'
import { isTimeFormat, type TimeFormat } from '#lib/format/moment.ts'
import { chosenTimeFormat, subscribeToTimeFormat, takeTimeFormat, useRenderedTime } from './time-format.tsx'

const yearSeconds = 31_536_000

/** Updates every time on the page at once; the cookie makes the server use the format for the next page. */
export const chooseTimeFormat = (format: string): void => {
  if (!isTimeFormat(format)) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `time=${format}; path=/; max-age=${yearSeconds}; samesite=lax`
  // Columns of times are as wide as the format needs.
  document.documentElement.dataset.time = format
  putInAddress(format)
  takeTimeFormat(format)
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
