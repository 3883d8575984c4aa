import { isServiceError } from '#lib/base/errors.ts'

/** Names of the chains that the hosted service reports; undefined if it does not report them. */
export type HostedServedChains = () => Promise<ReadonlySet<string> | undefined>

export type HostedServedChainsOptions = {
  /** Requests the list of chains of another Spyglass. The public service has no such endpoint: `not_found`. */
  ask: () => Promise<readonly { chain: string }[]>
  /** Monotonic milliseconds. */
  now?: () => number
  /** The first pages wait this long for the first answer; later ones never wait. */
  waitMs?: number
}

const freshMs = 3_600_000
const retryMsFirst = 30_000

/**
 * Which chains a hosted service serves. Another Spyglass serves what its operator has configured, so that chains it
 * does not serve are left out of menus, search and timelines.
 */
export const createHostedServedChains = ({
  ask,
  now = () => performance.now(),
  waitMs = 1_000,
}: HostedServedChainsOptions): HostedServedChains => {
  let served: ReadonlySet<string> | undefined
  let fetchAt = Number.NEGATIVE_INFINITY
  let refreshMs = retryMsFirst
  let asking: Promise<void> | undefined
  let first: Promise<void> | undefined

  const refresh = async (): Promise<void> => {
    try {
      const chains = await ask()
      served = chains.length > 0 ? new Set(chains.map(({ chain }) => chain)) : undefined
      fetchAt = now() + freshMs
      refreshMs = retryMsFirst
    } catch (error) {
      fetchAt = isServiceError(error, 'not_found') ? Number.POSITIVE_INFINITY : now() + refreshMs
      refreshMs = Math.min(freshMs, 2 * refreshMs)
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (asking === undefined && now() >= fetchAt) asking = refresh()
    first ??= atMost(asking ?? Promise.resolve(), waitMs)
    await first
    return served
  }
}

const atMost = (work: Promise<void>, ms: number): Promise<void> => {
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, isLate]).finally(() => clearTimeout(timer))
}
