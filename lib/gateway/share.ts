import { untilAborted } from '#lib/base/until-aborted.ts'

/** Starts shared work; `signal` is aborted when no caller waits for it any more. */
type Start<Value> = (signal: AbortSignal) => Promise<Value>

type Flight<Value> = { answer: Promise<Value>; waiting: number; controller: AbortController }

export type Share<Value> = {
  /** A value shared by all callers with the same key while it is being computed. */
  ask(key: string, start: Start<Value>, signal?: AbortSignal): Promise<Value>
  /** Whether the next caller joins work that is already running. */
  isUnderWay(key: string): boolean
}

/**
 * Deduplicates identical work in flight. A caller that aborts only cancels its own wait; when the last one leaves, the
 * work is aborted. Results are not kept: this is not a cache.
 */
export const createShare = <Value>(): Share<Value> => {
  const flights = new Map<string, Flight<Value>>()

  const depart = (key: string, start: Start<Value>): Flight<Value> => {
    const controller = new AbortController()
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    const answer = start(controller.signal)
    const flight: Flight<Value> = { answer, waiting: 0, controller }
    flights.set(key, flight)
    answer.then(land, land)
    return flight
  }

  const ask: Share<Value>['ask'] = async (key, start, signal) => {
    signal?.throwIfAborted()
    const flight = flights.get(key) ?? depart(key, start)
    flight.waiting += 1
    try {
      return await untilAborted(flight.answer, signal)
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0 && flights.get(key) === flight) {
        // Removed at once: a new caller must not join work that is being aborted.
        flights.delete(key)
        flight.controller.abort()
      }
    }
  }
  return { ask, isUnderWay: (key) => flights.has(key) }
}
