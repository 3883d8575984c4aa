import { type Clock, systemClock } from '#lib/indexing/clock.ts'
import type { Store } from '#lib/store/store.ts'
import type { EvmReader } from './node/reader.ts'
import type { EvmTables } from './tables.ts'
import { dueBlock, postponeDoubtful } from './writer/doubtful-blocks.ts'
import { replaceDoubtful } from './writer.ts'

export type RereadOptions = {
  log: { info(facts: object, text: string): void }
  clock?: Clock
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
  { log, clock = systemClock, now = () => Math.floor(Date.now() / 1_000) }: RereadOptions,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const due = await dueBlock(store.db, chain, now()).catch(() => undefined)
    if (due) {
      // A failure of the node or the database is a try like one whose answer is wrong.
      const block = await reader.readRight(due.number, signal).catch(() => undefined)
      const isMended = block?.hash === due.hash && (await replaced(store, chain, block))
      if (isMended) log.info({ chain, block: due.number, fault: due.fault }, 'a doubtful block came out right')
      else await postponeDoubtful(store.db, chain, due.number, now()).catch(() => {})
    }
    await clock.wait(everyMs, signal)
  }
}

const replaced = (...input: Parameters<typeof replaceDoubtful>): Promise<boolean> =>
  replaceDoubtful(...input).then(
    () => true,
    () => false,
  )
