import { ServiceError } from '#lib/base/errors.ts'

/** Takes a slot for a running export; returns a function that releases it. @throws rate_limited if none is free. */
export type TakeSlot = (caller: string) => () => void

const perCaller = 2
/** Each holds a page of rows in memory. */
const inAll = 64
const retryAfterSeconds = 10

export const createSlots = (): TakeSlot => {
  const running = new Map<string, number>()
  let all = 0
  return (caller) => {
    const own = running.get(caller) ?? 0
    if (own >= perCaller)
      throw new ServiceError(
        'rate_limited',
        `${perCaller} exports are already running for this key or address. Wait for one of them to finish.`,
        { retryAfterSeconds },
      )
    if (all >= inAll)
      throw new ServiceError('rate_limited', 'Too many exports are running on this server. Try again later.', {
        retryAfterSeconds,
      })
    all++
    running.set(caller, own + 1)
    return () => {
      all--
      const left = (running.get(caller) ?? 1) - 1
      if (left === 0) running.delete(caller)
      else running.set(caller, left)
    }
  }
}
