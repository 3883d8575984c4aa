import { ServiceError } from '#lib/base/errors.ts'
import type { Attempts } from '#lib/store/attempts/attempts.ts'
import { type CrashedItem, setAsideWords } from '#lib/store/attempts/attempts-table.ts'
import { Turns } from '#lib/store/drivers/sqlite/turns.ts'
import type { Alongside } from '#lib/store/store.ts'
import type { BlockLink, ChainIndex, ChainReader, RangeIndex } from './chain.ts'
import type { BlockRange } from './intervals.ts'

const keyOf = (first: number, last: number): string => (first === last ? String(first) : `${first}-${last}`)

const rangeOf = ({ key }: CrashedItem): BlockRange => {
  const [first = Number.NaN, last = first] = key.split('-').map(Number)
  return { first, last }
}

/** The one that counts most: its attempts count for each block in it. */
const worstOf = (items: readonly CrashedItem[]): CrashedItem | undefined =>
  items.toSorted((a, b) => b.attempts - a.attempts)[0]

/** @throws ServiceError while a block that crashed the worker on its own waits for its retry, or is set aside. */
const refuseWaiting = (crashed: readonly CrashedItem[], number: number, nowMs: number): void => {
  const single = crashed.find(({ key }) => key === String(number))
  if (!single || single.attempts < 1) return
  if (single.retryAt === null)
    throw new ServiceError('not_available', `${number}: ${setAsideWords} Indexing stopped before it.`, {
      retryAfterSeconds: 60,
    })
  const waitMs = single.retryAt - nowMs
  if (waitMs > 0)
    throw new ServiceError('not_available', `The worker ended while working on ${number}. It is retried shortly.`, {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    })
}

/** A reader and indexes that mark the blocks being read and stored as running. */
type IsolatedChain<Block extends BlockLink> = {
  reader: ChainReader<Block>
  index(index: ChainIndex<Block>): ChainIndex<Block>
  rangeIndex(index: RangeIndex<Block>): RangeIndex<Block>
}

type IsolateOptions<Block> = {
  /** A block that is set aside, to be stored in place of one that must not be read. */
  placeOf?: (number: number, fault: string, signal?: AbortSignal) => Promise<Block | undefined>
}

/**
 * Isolates a block (or version) that crashes the worker. If the worker crashed during a batch, its blocks are processed
 * one by one to find the one at fault. Once that is set aside, indexing continues after it if `placeOf` can find its
 * position in the chain without its contents; otherwise it stops before it. Without `attempts`, nothing is isolated.
 */
export const isolateCrashes = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  attempts: Attempts | undefined,
  { placeOf }: IsolateOptions<Block> = {},
): IsolatedChain<Block> => {
  if (!attempts) return { reader, index: (index) => index, rangeIndex: (index) => index }
  const turns = new Turns()

  const crashedIn = (first: number, last: number): CrashedItem[] =>
    attempts.crashed().filter((item) => {
      const range = rangeOf(item)
      return range.first <= last && range.last >= first
    })

  const blocks: ChainReader<Block>['blocks'] = async (from, to, signal, isEnough) => {
    const here = crashedIn(from, from)
    const isSetAside = here.some(({ key, retryAt }) => key === String(from) && retryAt === null)
    const place = isSetAside ? await placeOf?.(from, setAsideWords, signal) : undefined
    if (place) return [place]
    refuseWaiting(here, from, attempts.now())
    const ahead = crashedIn(from + 1, to).map((item) => Math.max(from + 1, rangeOf(item).first) - 1)
    const last = here.length > 0 ? from : Math.min(to, ...ahead)
    const key = keyOf(from, last)
    const endTurn = here.length > 0 ? await turns.take() : undefined
    try {
      signal?.throwIfAborted()
      await attempts.start([key], worstOf(here))
      return await reader.blocks(from, last, signal, isEnough)
    } finally {
      await attempts.leave([key])
      endTurn?.()
    }
  }

  const store = async (
    stored: readonly Block[],
    append: (alongside?: Alongside<Block>) => Promise<void>,
    isPassed: (range: BlockRange) => boolean = () => true,
  ): Promise<void> => {
    const [first, last] = [stored[0]?.number, stored.at(-1)?.number]
    if (first === undefined || last === undefined) return await append()
    const key = keyOf(first, last)
    await attempts.start([key], worstOf(crashedIn(first, last)))
    const crashed = attempts.crashed()
    const setAside = new Set(crashed.flatMap((item) => (item.retryAt === null ? item.key : [])))
    const passed = crashed.filter((item) => rangeOf(item).last <= last && isPassed(rangeOf(item)))
    // Only the position of a set-aside block is stored.
    const done = [key, ...passed.map((item) => item.key)].filter((one) => !setAside.has(one))
    try {
      await append((transaction) => attempts.finishIn(transaction, done))
    } catch (error) {
      await attempts.leave([key])
      throw error
    }
    await attempts.finish(done)
    await attempts.leave([key])
  }

  return {
    reader: { ...reader, blocks },
    index: (index) => ({
      ...index,
      append: (stored, head) => store(stored, (alongside) => index.append(stored, head, alongside)),
    }),
    rangeIndex: (index) => ({
      ...index,
      // Blocks below these may belong to another range that is not stored yet.
      appendRange: (stored, head) =>
        store(
          stored,
          (alongside) => index.appendRange(stored, head, alongside),
          (range) => range.last >= (stored[0]?.number ?? 0),
        ),
    }),
  }
}
