/** ISO 8601 with milliseconds, from unix milliseconds; null if undefined. */
export const momentText = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString()
