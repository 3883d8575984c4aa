/** A longer Retry-After is cut to this: some providers send a day. */
export const retryAfterSecondsMax = 60

/** `Retry-After` in seconds or as an HTTP date (RFC 9110, §10.2.3). */
export function retryAfterSeconds(header: string): number | undefined {
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
