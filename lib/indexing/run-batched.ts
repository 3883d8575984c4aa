import { backoffMs, type Clock } from '#lib/base/clock.ts'

/** Work that is taken in batches, processed one by one, and written in batches. */
export type BatchedWork<Item, Done> = {
  /** The next items, without keys that are in `busy`. */
  take(busy: ReadonlySet<number>, countMax: number): Promise<readonly Item[]>
  keyOf(item: Item): number
  /** Never throws; undefined if it was cut off by the signal. */
  run(item: Item): Promise<Done | undefined>
  write(done: readonly Done[]): Promise<void>
  /** Whether it is written at once, without waiting for others. */
  isUrgent(done: Done): boolean
  /** Bytes held in memory until it is written. */
  sizeOf(done: Done): number
  onFailure(error: unknown, retryInMs: number): void
}

export type BatchedOptions = { clock: Clock; signal: AbortSignal; atOnce: number; pollMs: number }

const takenMax = 120
const writtenMax = 200
const heldBytesMax = 4 * 1024 * 1024
/** Maximum time that a result waits to be written together with others. */
const heldMsMax = 400

/** Results that wait to be written together with others. */
const createUnwritten = <Item, Done>(work: BatchedWork<Item, Done>, clock: Clock) => {
  let results: { key: number; value: Done }[] = []
  let bytes = 0
  let since = 0
  let hasUrgent = false
  return {
    count: () => results.length,
    hasRoom: () => bytes < 2 * heldBytesMax,
    add: (key: number, value: Done): void => {
      if (results.length === 0) since = clock.now()
      results.push({ key, value })
      bytes += work.sizeOf(value)
      hasUrgent ||= work.isUrgent(value)
    },
    isTimeToWrite: (isIdle: boolean): boolean =>
      hasUrgent ||
      results.length >= writtenMax ||
      bytes >= heldBytesMax ||
      (results.length > 0 && (isIdle || clock.now() - since >= heldMsMax)),
    /** Writes the oldest, and returns their keys. */
    write: async (): Promise<number[]> => {
      const batch = results.slice(0, writtenMax)
      await work.write(batch.map(({ value }) => value))
      results = results.slice(batch.length)
      hasUrgent = results.some(({ value }) => work.isUrgent(value))
      since = clock.now()
      for (const { value } of batch) bytes -= work.sizeOf(value)
      return batch.map(({ key }) => key)
    },
  }
}

/**
 * Takes items, processes them and writes the results until the signal ends it. Slow items delay no others. Interrupted
 * items are not written, and taken again at the next start.
 */
export const runBatched = async <Item, Done>(work: BatchedWork<Item, Done>, options: BatchedOptions): Promise<void> => {
  const { clock, signal, atOnce, pollMs } = options
  const busy = new Set<number>()
  const queue: Item[] = []
  const unwritten = createUnwritten(work, clock)
  let running = 0
  let takeAt = Number.NEGATIVE_INFINITY
  let woken = Promise.withResolvers<void>()

  const start = (): void => {
    while (running < atOnce && queue.length > 0 && !signal.aborted && unwritten.hasRoom()) {
      const item = queue.shift()
      if (item === undefined) return
      running += 1
      void work.run(item).then((value) => {
        running -= 1
        if (value === undefined) busy.delete(work.keyOf(item))
        else unwritten.add(work.keyOf(item), value)
        start()
        woken.resolve()
      })
    }
  }

  const write = async (): Promise<void> => {
    for (const key of await unwritten.write()) busy.delete(key)
    // An item that had to run alone is done: the next one need not wait.
    takeAt = Number.NEGATIVE_INFINITY
  }

  let failures = 0
  while (!signal.aborted) {
    woken = Promise.withResolvers<void>()
    let waitMs = running > 0 || unwritten.count() > 0 ? heldMsMax : pollMs
    try {
      while (unwritten.isTimeToWrite(running === 0 && queue.length === 0)) await write()
      if (queue.length < 2 * atOnce && clock.now() >= takeAt) {
        const taken = await work.take(busy, takenMax)
        for (const item of taken) busy.add(work.keyOf(item))
        queue.push(...taken)
        if (taken.length === 0) takeAt = clock.now() + pollMs
      }
      failures = 0
    } catch (error) {
      if (signal.aborted) break
      failures += 1
      waitMs = Math.max(pollMs, backoffMs(error, failures))
      takeAt = clock.now() + waitMs
      work.onFailure(error, waitMs)
    }
    start()
    if (queue.length < 2 * atOnce && clock.now() >= takeAt) continue
    await waitFor(woken.promise, waitMs, options)
  }
  while (running > 0) {
    woken = Promise.withResolvers<void>()
    await woken.promise
  }
  if (unwritten.count() > 0) await write().catch(() => {})
}

/** Waits until something is done, the time has passed, or the signal aborts. */
const waitFor = async (something: Promise<void>, ms: number, { clock, signal }: BatchedOptions): Promise<void> => {
  const over = new AbortController()
  await Promise.race([something, clock.wait(ms, AbortSignal.any([signal, over.signal]))])
  over.abort()
}
