/** ISO 8601 with milliseconds, of unix milliseconds; null for what never was. */
export const momentText = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString()
