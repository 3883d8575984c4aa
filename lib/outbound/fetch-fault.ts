import { LRUCache } from 'lru-cache'
import type { Outbound } from './outbound.ts'
import { OutboundError, type OutboundFault } from './outbound-error.ts'

/** Failures in a row after which a host is skipped, and for how long; twice as long each time. */
const failuresMax = 12
const restMsFirst = 60_000
const restMsMax = 3_600_000
const hostsMax = 10_000

type Health = { failures: number; rests: number; restsUntil: number }

/** A fetch that was skipped until a time (unix milliseconds). */
class HostRests extends OutboundError {
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

/** Why a document or an image could not be read, as text for users. */
export type FetchFault = {
  fault: OutboundFault
  message: string
  retryAfterSeconds?: number
  /** Set if the host was skipped: unix milliseconds. */
  restsUntil?: number
}

const fetchFaultOf = (error: OutboundError): FetchFault => {
  const { fault, message, retryAfterSeconds } = error
  if (error instanceof HostRests) return { fault, message, restsUntil: error.until }
  return { fault, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

/** Temporary faults, most likely to pass first. */
const hopes: readonly OutboundFault[] = ['temporarily_unavailable', 'unsupported_media', 'host_unavailable']

/** The fault of the source that is most likely to succeed later. */
const mostHopeful = (faults: readonly FetchFault[]): FetchFault | undefined =>
  hopes.flatMap((hope) => faults.filter(({ fault }) => fault === hope))[0] ?? faults[0]

/** Reads the URLs in order until one succeeds; otherwise returns the fault that is most likely to pass. */
export const firstAnswer = async <Answer extends object>(
  urls: readonly string[],
  read: (url: string) => Promise<Answer | FetchFault>,
  signal: AbortSignal | undefined,
): Promise<Answer | FetchFault | undefined> => {
  const faults: FetchFault[] = []
  for (const url of urls) {
    try {
      const answer = await read(url)
      if (!('fault' in answer)) return answer
      faults.push(answer)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      faults.push(fetchFaultOf(error))
    }
    if (signal?.aborted) break
  }
  return mostHopeful(faults)
}
