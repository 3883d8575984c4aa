import { readable } from '#lib/api/readable.ts'
import { type CrashedItem, readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { createRetryTurn } from '#lib/store/attempts/retry-turn.ts'
import type { Store } from '#lib/store/store.ts'
import type { Stores } from '#lib/store/stores.ts'
import { type JoinedWorker, type JoinOptions, joinWorkers, type Work } from './join-workers.ts'

/** Pieces of work by name, each of one worker at a time; and work that all workers do together. */
type Works = { pieces: Readonly<Record<string, Work>>; together?: Work }

/** The work of this worker, on every database of the installation. Each piece is done by one worker at a time. */
export type WorkerStores = {
  /** A piece of work on the main database. */
  onMain(name: string, work: Work): Promise<void>
  /** Pieces of work of a chain, by name: as soon as its database is open, or never if `signal` ends before. */
  onChain(chain: string, works: (store: Store<unknown>) => Works): Promise<void>
  /** For a graceful stop: nothing is running any more. */
  close(): Promise<void>
}

/** As `joinWorkers`, for each database when it is open. Crashed items are still retried one at a time. */
export const openWorkerStores = async (
  stores: Stores,
  signal: AbortSignal,
  options: JoinOptions = {},
): Promise<WorkerStores> => {
  const { now = Date.now } = options
  const retryTurn = createRetryTurn(now)
  const open = (store: Store<unknown>): Promise<JoinedWorker> => joinWorkers(store, signal, { ...options, retryTurn })
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
      const worker = await joining
      const { pieces, together } = works(store)
      const alone = Object.entries(pieces).map(([name, work]) => worker.add(`${chain} ${name}`, work))
      await Promise.all([...alone, ...(together ? [worker.share(together)] : [])])
    },
    close: async () => {
      await main.close()
      // Another database may be away by now: its next worker then retries what was running here.
      const others = [...opening.values()].filter((each) => each !== opening.get(stores.main))
      await Promise.allSettled(others.map(async (worker) => await (await worker).close()))
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
export const readAllCrashedItems = async ({ all }: Pick<Stores, 'all'>): Promise<CrashedItem[]> =>
  (await readable(all.map((store) => readCrashedItems(store)))).flat()

export const countSetAside = async (stores: Pick<Stores, 'all'>): Promise<number> =>
  (await readAllCrashedItems(stores)).filter(({ retryAt }) => retryAt === null).length
