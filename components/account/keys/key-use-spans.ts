import type { KeyUseHour } from '#lib/account/contract/account.ts'

const hourMs = 3_600_000

/** A period with its number of requests. `start` is ISO 8601. */
export type UseSpan = { start: string; requests: number }

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
