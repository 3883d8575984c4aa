import { LRUCache } from 'lru-cache'
import type { Outbound } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

/** Failures in a row after which a host is skipped, and for how long; twice as long each time. */
const failuresMax = 12
const restMsFirst = 60_000
const restMsMax = 3_600_000
const hostsMax = 10_000

type Health = { failures: number; rests: number; restsUntil: number }

/** A fetch that was skipped until a time (unix milliseconds). */
export class HostRests extends OutboundError {
  readonly until: number
  constructor(until: number) {
    super('temporarily_unavailable', 'The host failed recent requests: it will be retried later.')
    this.until = until
  }
}

/**
 * Fetches like `outbound`, but pauses hosts that fail repeatedly or ask to wait. For background work: one dead host
 * must not delay the rest.
 */
export const withHostRests = (outbound: Pick<Outbound, 'fetch'>, now: () => number): Pick<Outbound, 'fetch'> => {
  const hosts = new LRUCache<string, Health>({ max: hostsMax })

  const noteFailure = (host: string, { retryAfterSeconds = 0 }: OutboundError): void => {
    const health = hosts.get(host) ?? { failures: 0, rests: 0, restsUntil: 0 }
    hosts.set(host, health)
    health.failures += 1
    if (retryAfterSeconds > 0) health.restsUntil = Math.max(health.restsUntil, now() + retryAfterSeconds * 1_000)
    if (health.failures < failuresMax) return
    health.restsUntil = Math.max(health.restsUntil, now() + Math.min(restMsMax, restMsFirst * 2 ** health.rests))
    health.rests += 1
    health.failures = 0
  }

  return {
    fetch: async (url, options) => {
      const host = URL.canParse(url) ? new URL(url).host : ''
      const restsUntil = hosts.get(host)?.restsUntil ?? 0
      if (restsUntil > now()) throw new HostRests(restsUntil)
      try {
        const fetched = await outbound.fetch(url, options)
        hosts.delete(host)
        return fetched
      } catch (error) {
        if (error instanceof OutboundError && !options.signal?.aborted) {
          if (isOfHost(error)) noteFailure(host, error)
          else hosts.delete(host)
        }
        throw error
      }
    },
  }
}

/** A host that reports a missing document is healthy; an unreachable one is not. */
const isOfHost = ({ fault, cause }: OutboundError): boolean =>
  fault === 'temporarily_unavailable' || (fault === 'host_unavailable' && cause !== undefined)
