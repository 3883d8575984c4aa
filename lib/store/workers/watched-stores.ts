import { readable } from '#lib/api/readable.ts'
import { createRetryTurn } from '#lib/store/jobs/retry-turn.ts'
import { readSuspects, type Suspect } from '#lib/store/jobs/suspects.ts'
import type { Store } from '#lib/store/store.ts'
import type { Stores } from '#lib/store/stores.ts'
import { joinWorkers, type Member, type MemberOptions, type Work } from './member.ts'

/** Pieces of work by name, each of one worker at a time; and work that all workers do together. */
type Works = { pieces: Readonly<Record<string, Work>>; together?: Work }

/** The work of this worker, on every database of the installation. Each piece is done by one worker at a time. */
export type WatchedStores = {
  /** A piece of work on the main database. */
  onMain(name: string, work: Work): Promise<void>
  /** Pieces of work of a chain, by name: as soon as its database is open, or never if `signal` ends before. */
  onChain(chain: string, works: (store: Store<unknown>) => Works): Promise<void>
  /** For a graceful stop: nothing is running any more. */
  close(): Promise<void>
}

/** As `joinWorkers`, for each database when it is open. Suspects are still retried one at a time. */
export const openWatchedStores = async (
  stores: Stores,
  signal: AbortSignal,
  options: MemberOptions = {},
): Promise<WatchedStores> => {
  const { now = Date.now } = options
  const retryTurn = createRetryTurn(now)
  const open = (store: Store<unknown>): Promise<Member> => joinWorkers(store, signal, { ...options, retryTurn })
  const main = await open(stores.main)
  const opening = new Map([[stores.main, Promise.resolve(main)]])
  return {
    onMain: (name, work) => main.add(name, work),
    onChain: async (chain, works) => {
      const store = stores.of(chain)
      await untilAborted(stores.opened(chain), signal)
      if (signal.aborted) return
      const joining = opening.get(store) ?? open(store)
      opening.set(store, joining)
      const member = await joining
      const { pieces, together } = works(store)
      const alone = Object.entries(pieces).map(([name, work]) => member.add(`${chain} ${name}`, work))
      await Promise.all([...alone, ...(together ? [member.share(together)] : [])])
    },
    close: async () => {
      await main.close()
      // Another database may be away by now: its next worker then finds work that nobody is blamed for.
      const others = [...opening.values()].filter((each) => each !== opening.get(stores.main))
      await Promise.allSettled(others.map(async (member) => await (await member).close()))
    },
  }
}

const untilAborted = async (work: Promise<void>, signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return
  const ended = Promise.withResolvers<void>()
  const end = (): void => ended.resolve()
  signal.addEventListener('abort', end, { once: true })
  await Promise.race([work, ended.promise])
  signal.removeEventListener('abort', end)
}

/** Those of every database that can be read. */
export const readAllSuspects = async ({ all }: Stores): Promise<Suspect[]> =>
  (await readable(all.map((store) => readSuspects(store)))).flat()
