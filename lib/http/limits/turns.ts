/** Resolves when it is a request's turn to start. */
export type TakeTurn = () => Promise<void>

/**
 * Starts one request in each round of the event loop. Requests that arrive together would otherwise be handled in one round,
 * as the embedded database answers at once: 24 of 50 ms each would keep a health check waiting for a second.
 */
export const createTurns = (): TakeTurn => {
  const waiting: (() => void)[] = []
  let isTaken = false
  const next = (): void => {
    const start = waiting.shift()
    isTaken = start !== undefined
    if (!start) return
    setImmediate(next)
    start()
  }
  return () => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve))
    isTaken = true
    setImmediate(next)
    return Promise.resolve()
  }
}
