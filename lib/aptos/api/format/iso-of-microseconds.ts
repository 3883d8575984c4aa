/** The ISO time of Aptos microseconds, truncated to milliseconds; null beyond the calendar. */
export const isoOfMicroseconds = (microseconds: string): string | null => {
  const date = new Date(Number(BigInt(microseconds) / 1_000n))
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
