const dayMs = 86_400_000

const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The day so many days before this one. */
export const dayBefore = (day: string, days: number): string => dateOf(Date.parse(day) / dayMs - days)

/** Every day of the calendar from the first known value to the last one, at most `most` of the latest; a value holds until the next. */
export const dailyValues = <Value>(
  known: readonly { day: string; value: Value }[],
  most: number,
): { day: string; value: Value }[] =>
  known
    .flatMap(({ day, value }, index) => {
      const first = Math.floor(Date.parse(day) / dayMs)
      const next = known[index + 1]
      const end = next ? Math.floor(Date.parse(next.day) / dayMs) : first + 1
      return Array.from({ length: Math.min(end - first, most) }, (_, back) => ({
        day: dateOf(end - 1 - back),
        value,
      })).reverse()
    })
    .slice(-most)

/**
 * Every day of the calendar from the first one with a count to the last one, quiet days between as 0, at most `most` of the
 * latest. `until` (`2023-03-26`) lets the quiet days after the last one count, as far as `most` leaves a loud one in sight.
 */
export const calendarDays = (
  counted: readonly { day: string; count: number }[],
  most: number,
  until?: string,
): { day: string; count: number }[] => {
  const counts = new Map(counted.map(({ day, count }) => [Math.floor(Date.parse(day) / dayMs), count] as const))
  if (counts.size === 0) return []
  const last = Math.max(...counts.keys())
  const asked = until === undefined ? last : Math.floor(Date.parse(until) / dayMs)
  const end = asked > last && asked - last < most ? asked : last
  const begin = Math.max(Math.min(...counts.keys()), end - most + 1)
  return Array.from({ length: end - begin + 1 }, (_, index) => ({
    day: dateOf(begin + index),
    count: counts.get(begin + index) ?? 0,
  }))
}
