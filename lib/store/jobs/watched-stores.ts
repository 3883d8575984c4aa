import { readable } from '#lib/api/readable.ts'
import { requireResponse } from '#lib/store/require-response.ts'
import type { Store } from '#lib/store/store.ts'
import type { Stores } from '#lib/store/stores.ts'
import { createRetryTurn } from './retry-turn.ts'
import { readSuspects, type Suspect } from './suspects.ts'
import { openWatchedWork, type WatchedWork, type WatchedWorkOptions } from './watched-work.ts'

/** The work of the only worker, on every database of the installation. */
export type WatchedStores = {
  /** That of the main database. */
  main: WatchedWork
  /** Runs the work of a chain as soon as its database is open, or never if `signal` ends before. */
  onChain(chain: string, run: (store: Store<unknown>, watched: WatchedWork) => Promise<void>[]): Promise<void>
  /** For a graceful stop: nothing is running any more. */
  close(): Promise<void>
}

/** As `openWatchedWork`, for each database when it is open. Suspects are still retried one at a time. */
export const openWatchedStores = async (
  stores: Stores,
  signal: AbortSignal,
  options: WatchedWorkOptions = {},
): Promise<WatchedStores> => {
  const { now = Date.now } = options
  const retryTurn = createRetryTurn(now)
  const open = (store: Store<unknown>): Promise<WatchedWork> => openWatchedWork(store, { ...options, retryTurn })
  const main = await open(stores.main)
  const opening = new Map([[stores.main, Promise.resolve(main)]])
  return {
    main,
    onChain: async (chain, run) => {
      const store = stores.of(chain)
      await untilAborted(stores.opened(chain), signal)
      if (signal.aborted) return
      const watched = opening.get(store) ?? open(store)
      opening.set(store, watched)
      await Promise.all(run(store, await watched))
    },
    close: async () => {
      await main.close()
      // Another database may be away by now: its next worker then finds work that nobody is blamed for.
      const others = [...opening.values()].filter((each) => each !== opening.get(stores.main))
      await Promise.allSettled(others.map(async (watched) => await (await watched).close()))
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
export const readAllSuspects = async ({ all }: Stores): Promise<Suspect[]> => {
  const reads = all.map(async (store, index) => {
    if (index > 0) await requireResponse(store.db)
    return await readSuspects(store)
  })
  return (await readable(reads)).flat()
}
