import type { Clock } from '#lib/base/clock.ts'
import type { BlockLink, Head } from './chain.ts'

/** The number of polls in a row, and their minimum duration, that must report the same lower head. */
export type LowerHeadLimits = { polls: number; ms: number }

export const lowerHeadDefaults: LowerHeadLimits = { polls: 8, ms: 30_000 }

/**
 * Distinguishes a chain that was rolled back (`debug_setHead`, a devnet snapshot) from a lagging node. A node that
 * catches up reports rising heads, and a load balancer sometimes reports the full head: both reset the count.
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
