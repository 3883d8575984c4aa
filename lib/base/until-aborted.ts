/** The promise's outcome, or the signal's reason if that comes first. The promise itself continues. */
export const untilAborted = <Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> => {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
