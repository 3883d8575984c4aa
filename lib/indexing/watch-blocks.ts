import { ServiceError } from '#lib/base/errors.ts'
import { Turns } from '#lib/store/drivers/sqlite/turns.ts'
import { type Suspect, setAsideWords } from '#lib/store/jobs/suspects.ts'
import type { WatchedLane } from '#lib/store/jobs/watched-lane.ts'
import type { Alongside } from '#lib/store/store.ts'
import type { BlockLink, ChainIndex, ChainReader, RangeIndex } from './chain.ts'

const keyOf = (first: number, last: number): string => (first === last ? String(first) : `${first}-${last}`)

const rangeOf = ({ key }: Suspect): { first: number; last: number } => {
  const [first = Number.NaN, last = first] = key.split('-').map(Number)
  return { first, last }
}

export type WatchedBlocks<Block extends BlockLink> = {
  reader: ChainReader<Block>
  index(index: ChainIndex<Block>): ChainIndex<Block>
  rangeIndex(index: RangeIndex<Block>): RangeIndex<Block>
}

type WatchOptions<Block> = {
  /** A block that is set aside, to be stored in place of one that must not be read. */
  placeOf?: (number: number, fault: string, signal?: AbortSignal) => Promise<Block | undefined>
}

/**
 * Tracks the blocks (or versions) being read and stored. If the worker crashed during a batch, its blocks are processed
 * one by one to find the one at fault. Once that is set aside, indexing continues after it if `placeOf` can find its
 * position in the chain without its contents; otherwise it stops before it.
 */
export const watchBlocks = <Block extends BlockLink>(
  reader: ChainReader<Block>,
  lane: WatchedLane,
  { placeOf }: WatchOptions<Block> = {},
): WatchedBlocks<Block> => {
  const turns = new Turns()

  const suspectsIn = (first: number, last: number): Suspect[] =>
    lane.suspects().filter((suspect) => {
      const range = rangeOf(suspect)
      return range.first <= last && range.last >= first
    })
  const timesOf = (suspects: readonly Suspect[]): number | undefined =>
    suspects.length > 0 ? Math.max(...suspects.map(({ times }) => times)) : undefined

  const refuseWaiting = (number: number, suspects: readonly Suspect[]): void => {
    const single = suspects.find(({ key }) => key === String(number))
    if (!single || single.times < 1) return
    if (single.retryAt === null)
      throw new ServiceError('not_available', `${number}: ${setAsideWords} Indexing stopped before it.`, {
        retryAfterSeconds: 60,
      })
    const waitMs = single.retryAt - lane.now()
    if (waitMs > 0)
      throw new ServiceError('not_available', `The worker ended while working on ${number}. It is retried shortly.`, {
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      })
  }

  const blocks: ChainReader<Block>['blocks'] = async (from, to, signal, isEnough) => {
    const here = suspectsIn(from, from)
    const isSetAside = here.some(({ key, retryAt }) => key === String(from) && retryAt === null)
    const place = isSetAside ? await placeOf?.(from, setAsideWords, signal) : undefined
    if (place) return [place]
    refuseWaiting(from, here)
    const ahead = suspectsIn(from + 1, to).map((suspect) => Math.max(from + 1, rangeOf(suspect).first) - 1)
    const last = here.length > 0 ? from : Math.min(to, ...ahead)
    const key = keyOf(from, last)
    const endTurn = here.length > 0 ? await turns.take() : undefined
    try {
      signal?.throwIfAborted()
      await lane.begin([key], timesOf(here))
      return await reader.blocks(from, last, signal, isEnough)
    } finally {
      await lane.leave([key])
      endTurn?.()
    }
  }

  const store = async (
    stored: readonly Block[],
    append: (alongside?: Alongside<Block>) => Promise<void>,
    isPassed: (suspect: { first: number; last: number }) => boolean = () => true,
  ): Promise<void> => {
    const [first, last] = [stored[0]?.number, stored.at(-1)?.number]
    if (first === undefined || last === undefined) return await append()
    const key = keyOf(first, last)
    await lane.begin([key], timesOf(suspectsIn(first, last)))
    const suspects = lane.suspects()
    const setAside = new Set(suspects.flatMap((suspect) => (suspect.retryAt === null ? suspect.key : [])))
    const passed = suspects.filter((suspect) => rangeOf(suspect).last <= last && isPassed(rangeOf(suspect)))
    // Only the position of a set-aside block is stored.
    const done = [key, ...passed.map((suspect) => suspect.key)].filter((one) => !setAside.has(one))
    try {
      await append((transaction) => lane.clearIn(transaction, done))
    } catch (error) {
      await lane.leave([key])
      throw error
    }
    await lane.end(done)
    await lane.leave([key])
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
          (suspect) => suspect.last >= (stored[0]?.number ?? 0),
        ),
    }),
  }
}
