import type { IsEnough } from './chain.ts'

export type ChunkReading<Item> = {
  /** Chunks requested at a time, from now on. */
  parallelOf(): number
  /** Blocks of the next chunk. */
  sizeOf(): number
  read(from: number, to: number, signal: AbortSignal): Promise<Item[]>
  isEnough?: IsEnough<Item> | undefined
}

/** Reads from..to in chunks, several at a time, up to the first chunk that is shorter than requested, or that is enough. */
export const chunksInOrder = async <Item>(
  from: number,
  to: number,
  { parallelOf, sizeOf, read, isEnough }: ChunkReading<Item>,
  signal: AbortSignal | undefined,
): Promise<Item[]> => {
  const rest = new AbortController()
  const either = signal ? AbortSignal.any([signal, rest.signal]) : rest.signal
  const pending: { wanted: number; promise: Promise<Item[]> }[] = []
  const items: Item[] = []
  let next = from
  const fill = () => {
    const parallel = parallelOf()
    while (pending.length < parallel && next <= to) {
      const end = Math.min(to, next + sizeOf() - 1)
      const promise = read(next, end, either)
      // It may fail while an earlier one is awaited; it is awaited or aborted later.
      promise.catch(() => undefined)
      pending.push({ wanted: end - next + 1, promise })
      next = end + 1
    }
  }
  try {
    fill()
    for (let turn = pending.shift(); turn; turn = pending.shift()) {
      const part = await turn.promise
      for (const item of part) items.push(item)
      if (part.length < turn.wanted || isEnough?.(part)) break
      fill()
    }
  } finally {
    rest.abort()
  }
  return items
}
