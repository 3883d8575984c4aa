import type { Clock } from '#lib/api/clock.ts'
import type { BlockLink, Head } from './chain.ts'

/** So many polls in a row, over at least so long, that all tell the very same lower head. */
export type LowerHeadLimits = { polls: number; ms: number }

export const lowerHeadDefaults: LowerHeadLimits = { polls: 8, ms: 30_000 }

/**
 * Tells a chain that was set back (`debug_setHead`, a devnet's snapshot) from a node that lags. A node that catches up tells
 * higher heads as it does, and of several behind one address some tell the whole chain: either begins the count again.
 */
export const createLowerHead = (
  limits: LowerHeadLimits,
  clock: Pick<Clock, 'now'>,
): ((tip: BlockLink, head: Head) => boolean) => {
  let seen: { tip: string; latest: number; since: number; polls: number } | undefined
  return (tip, head) => {
    if (head.latest >= tip.number) {
      seen = undefined
      return false
    }
    if (seen?.tip !== tip.hash || seen.latest !== head.latest)
      seen = { tip: tip.hash, latest: head.latest, since: clock.now(), polls: 0 }
    seen.polls += 1
    if (seen.polls < limits.polls || clock.now() - seen.since < limits.ms) return false
    seen = undefined
    return true
  }
}
