import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Requester } from '#lib/api/endpoint.ts'
import { type Counter, createCounter, type SharedQuery } from '#lib/base/counter.ts'
import { createHashedCells } from '#lib/base/hashed-cells.ts'

export type NewContractQuotaOptions = {
  /** What is counted, in the plural: uses with different words are counted apart. */
  subject?: string
  /** New contracts per hour. */
  visitorPerHour?: number
  keyPerHour?: number
  /** Visitors are counted in this many cells, so that memory and table are bounded however many addresses are used. */
  cells?: number
  /** Counters shared by processes, which then need the same `secret`. */
  shared?: SharedQuery
  /** For the keyed hash that chooses a cell. A random default is enough for one process. */
  secret?: Uint8Array
  /** Timeout of the shared counters. */
  sharedWithinMs?: number
}

const hourSeconds = 3_600

/** Counts new contracts per visitor and per key within an hour, in this process or shared between processes. */
export const createNewContractQuota = ({
  subject = 'contracts',
  visitorPerHour = 30,
  keyPerHour = 300,
  cells: cellCount,
  shared,
  secret,
  sharedWithinMs,
}: NewContractQuotaOptions = {}) => {
  const counterOf = (prefix: string, points: number): Counter =>
    createCounter({ prefix, points, windowSeconds: hourSeconds, shared, sharedWithinMs })
  const visitors = counterOf(`${subject} of visitor`, visitorPerHour)
  const keys = counterOf(`${subject} of key`, keyPerHour)
  const cells = createHashedCells({ cells: cellCount, secret })
  const cellOf = ({ id }: Requester): string => cells(`${subject} ${id}`)
  const counterFor = ({ hasKey }: Requester): Counter => (hasKey ? keys : visitors)

  return {
    /** How many the caller has used including this one; undefined if none was left. */
    take: async (requester: Requester): Promise<number | undefined> => {
      try {
        return (await counterFor(requester).consume(cellOf(requester))).consumedPoints
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return undefined
        throw reason
      }
    },
    giveBack: async (requester: Requester): Promise<void> => {
      await counterFor(requester).reward(cellOf(requester))
    },
  }
}
