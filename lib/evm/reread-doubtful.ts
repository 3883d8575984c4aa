import { type Clock, systemClock } from '#lib/api/clock.ts'
import type { Store } from '#lib/store/store.ts'
import type { WatchedLane } from '#lib/store/watched-work.ts'
import type { EvmReader } from './node/reader.ts'
import { type DoubtfulBlock, dueBlocks, postponeDoubtful } from './stored/doubtful-blocks.ts'
import type { EvmTables } from './tables.ts'
import { replaceDoubtful } from './writer.ts'

export type RereadOptions = {
  log: { info(facts: object, text: string): void }
  clock?: Clock
  /** Blocks that ended the worker are left out while they are set aside there. */
  lane?: WatchedLane
  /** Unix seconds. */
  now?: () => number
}

/** One block a second at most: what is doubtful must not cost the node what the head needs. */
const everyMs = 1_000

/**
 * Reads blocks again that were set aside or marked, later each time, until they come out right and are put in their place;
 * ends with `signal`.
 */
export const rereadDoubtful = async (
  store: Store<EvmTables>,
  chain: number,
  reader: Pick<EvmReader, 'readRight'>,
  { log, clock = systemClock, lane, now = () => Math.floor(Date.now() / 1_000) }: RereadOptions,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const blocks = await dueBlocks(store.db, chain, now(), 1 + (lane?.suspectCount ?? 0)).catch(() => [])
    const [due] = lane ? lane.admit(blocks, keyOf, 1).run : blocks
    if (due) {
      await lane?.begin([keyOf(due)]).catch(() => {})
      // A failure of the node or the database is a try like one whose answer is wrong.
      const block = await reader.readRight(due.number, signal).catch(() => undefined)
      const isCorrected = block?.hash === due.hash && (await replaced(store, chain, block))
      if (isCorrected) log.info({ chain, block: due.number, fault: due.fault }, 'a doubtful block came out right')
      else await postponeDoubtful(store.db, chain, due.number, now()).catch(() => {})
      await lane?.end([keyOf(due)])
    }
    await clock.wait(everyMs, signal)
  }
}

const keyOf = ({ number }: DoubtfulBlock): string => String(number)

const replaced = (...input: Parameters<typeof replaceDoubtful>): Promise<boolean> =>
  replaceDoubtful(...input).then(
    () => true,
    () => false,
  )
