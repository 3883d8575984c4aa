import type { NodeFailure } from './verdict.ts'

/** The meaning of a non-2xx HTTP status for a node; `invalid` is about the request. */
export function httpFailure(status: number, retryAfterSeconds: number | undefined): NodeFailure | { kind: 'invalid' } {
  if (status === 429 || (status === 503 && retryAfterSeconds !== undefined))
    return { kind: 'rate_limited', retryAfterMs: retryAfterSeconds === undefined ? null : retryAfterSeconds * 1000 }
  if (status === 402) return { kind: 'quota_exhausted' }
  if (status === 401 || status === 403 || status === 404) return { kind: 'denied' }
  return { kind: status >= 500 || status === 408 || status === 425 ? 'transient' : 'invalid' }
}
