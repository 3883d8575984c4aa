import type { Requester } from '#lib/api/endpoint.ts'
import { inputBytesMax } from './compile/standard-json.ts'

/*
 * Who is verified next, on each chain one at a time. Every verification is queued with a head start, and the one that has waited
 * longest by then runs first. Head starts are bounded, so that nothing that waits is overtaken for ever.
 */

/** Verifications of one chain that wait or run. Visitors fill at most a part of the queue, which leaves room for keys. */
const queuedMax = { visitor: 100, key: 200 } as const

/** Those of one caller among them. */
const shareMax = { visitor: 3, key: 10 } as const

const minuteMs = 60_000
const keyMs = 60 * minuteMs
/** About what a verification takes at most, for each that the caller has in the queue already. */
const turnMs = 10 * minuteMs
const smallMs = 10 * minuteMs

const kindOf = ({ hasKey }: Pick<Requester, 'hasKey'>): 'visitor' | 'key' => (hasKey ? 'key' : 'visitor')

export const queueLengthOf = (requester: Pick<Requester, 'hasKey'>): number => queuedMax[kindOf(requester)]

/** How many a caller may have in the queue of a chain. */
export const shareOf = (requester: Pick<Requester, 'hasKey'>): number => shareMax[kindOf(requester)]

/**
 * How much earlier than now a verification counts as queued: keys come before visitors, callers with less in the queue before
 * those with more, and small sources before large ones. `bytes` is the size of the request, 5 MiB at most.
 */
export const headStartMs = ({ hasKey, queued, bytes }: { hasKey: boolean; queued: number; bytes: number }): number => {
  const turns = Math.max(0, shareOf({ hasKey }) - 1 - queued)
  const size = Math.sqrt(Math.min(1, bytes / inputBytesMax))
  return (hasKey ? keyMs : 0) + turns * turnMs + Math.round((1 - size) * smallMs)
}
