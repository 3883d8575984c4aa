import { ServiceError } from '#lib/base/errors.ts'

/** Counts the calls of a day for all processes; days are whole days since 1970, in UTC. */
type QuotaStore = {
  add(day: number, calls: number, limit: number): Promise<boolean>
  giveBack(day: number, calls: number): Promise<void>
  used(day: number): Promise<number>
}

export type UpstreamQuotaOptions = {
  /** Calls per day (UTC); without it, there is no limit, and nothing is stored. */
  perDay?: number
  store: QuotaStore
  /** Milliseconds since 1970. */
  now?: () => number
}

export type UpstreamUse = { used: number; perDay: number; resetsAt: Date }

export type UpstreamQuota = {
  /** Takes one call. @throws ServiceError `not_available` until the next day if none is left. */
  take(): Promise<void>
  /** Undefined if there is no limit. */
  use(): Promise<UpstreamUse | undefined>
  /** Returns unused reservations. */
  close(): Promise<void>
}

const dayMs = 86_400_000
/** Calls are reserved in blocks, so that the database is written once for many calls; a crash loses at most one block. */
const blockMax = 50
const blocksPerDay = 200

/** The daily limit of the hosted service's key. */
export const createUpstreamQuota = ({ perDay, store, now = Date.now }: UpstreamQuotaOptions): UpstreamQuota => {
  const reserved = { day: 0, calls: 0 }
  let reserving: Promise<boolean> | undefined

  const reserve = async (limit: number, day: number): Promise<boolean> => {
    const block = Math.min(blockMax, Math.max(1, Math.floor(limit / blocksPerDay)))
    for (const calls of block > 1 ? [block, 1] : [1])
      if (await store.add(day, calls, limit)) {
        Object.assign(reserved, { day, calls: (reserved.day === day ? reserved.calls : 0) + calls })
        return true
      }
    return false
  }

  return {
    take: async () => {
      if (perDay === undefined) return
      for (;;) {
        const day = Math.floor(now() / dayMs)
        if (reserved.day === day && reserved.calls > 0) {
          reserved.calls -= 1
          return
        }
        // One reservation serves all waiting callers.
        reserving ??= reserve(perDay, day).finally(() => {
          reserving = undefined
        })
        if (!(await reserving)) throw exhausted(perDay, (day + 1) * dayMs - now())
      }
    },
    use: async () => {
      if (perDay === undefined) return undefined
      const day = Math.floor(now() / dayMs)
      const unused = reserved.day === day ? reserved.calls : 0
      return { used: (await store.used(day)) - unused, perDay, resetsAt: new Date((day + 1) * dayMs) }
    },
    close: async () => {
      const { day, calls } = reserved
      reserved.calls = 0
      if (calls > 0) await store.giveBack(day, calls)
    },
  }
}

const exhausted = (perDay: number, leftMs: number): ServiceError =>
  new ServiceError(
    'not_available',
    `This server has used its ${perDay} daily calls to the hosted service. The quota resets at 00:00 UTC.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) },
  )
