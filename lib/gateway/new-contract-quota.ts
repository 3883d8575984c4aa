import { createHmac, randomBytes } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Asker } from '#lib/api/endpoint.ts'

export type NewContractQuotaOptions = {
  /** New contracts an hour. */
  visitorPerHour?: number
  keyPerHour?: number
  /** Askers are counted in this many cells, so that memory is bounded however many addresses somebody has. */
  cells?: number
}

const hourSeconds = 3_600

/** Counts in this process's memory how many new contracts each visitor and each key had indexed within an hour. */
export const createNewContractQuota = ({
  visitorPerHour = 30,
  keyPerHour = 300,
  cells = 65_536,
}: NewContractQuotaOptions = {}) => {
  const visitors = new RateLimiterMemory({ points: visitorPerHour, duration: hourSeconds })
  const keys = new RateLimiterMemory({ points: keyPerHour, duration: hourSeconds })
  const cellSecret = randomBytes(32)
  const cellOf = (id: string): string =>
    String(createHmac('sha256', cellSecret).update(id).digest().readUInt32BE() % cells)
  const limiterOf = ({ hasKey }: Asker): RateLimiterMemory => (hasKey ? keys : visitors)

  return {
    /** How many the asker has used with this one; undefined where none was left. */
    take: async (asker: Asker): Promise<number | undefined> => {
      try {
        return (await limiterOf(asker).consume(cellOf(asker.id))).consumedPoints
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return undefined
        throw reason
      }
    },
    giveBack: async (asker: Asker): Promise<void> => {
      await limiterOf(asker).reward(cellOf(asker.id))
    },
  }
}
