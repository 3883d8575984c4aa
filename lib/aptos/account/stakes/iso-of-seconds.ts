/** Null for a time beyond the calendar. */
export const isoOfSeconds = (seconds: string): string | null => {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999 ? null : date.toISOString()
}
