import { setTimeout as wait } from 'node:timers/promises'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { joinWorkers } from '#lib/store/workers/join-workers.ts'
import { becomeLoneWorker } from '#lib/store/workers/lone-worker.ts'
import { rangeLeases } from '#lib/store/workers/range-leases.ts'
import { takeLease } from '#lib/store/workers/work-leases.ts'
import { EraFault } from './era-fault.ts'

const tryEveryMs = 500
/** A worker that died is evicted after ten seconds. */
const waitMsMax = 15_000

type OnlyWriterOptions = {
  /** Called when the workers of the database have taken this process for dead: it must end. */
  onEvicted: () => void
  waitMs?: number
}

/**
 * Makes this process the only writer of a chain's blocks until it closes: the only worker of a SQLite file, or the worker of a
 * PostgreSQL database that has the lease of the chain's indexing. @throws EraFault or DatabaseFault if a worker has it
 */
export const becomeOnlyWriter = async (
  store: Store<unknown>,
  chain: string,
  { onEvicted, waitMs = waitMsMax }: OnlyWriterOptions,
): Promise<{ close(): Promise<void> }> => {
  if (store.dialect === 'sqlite') {
    const lone = await becomeLoneWorker(store)
    return { close: async () => lone.close() }
  }
  const { db } = store.withTables<WorkerTables>()
  const worker = await joinWorkers(store, new AbortController().signal, { onEvicted })
  const { id = '' } = worker
  const ranges = rangeLeases(db, chain, id)
  const isFree = async (): Promise<boolean> => {
    if (!(await takeLease(db, `${chain} index`, id))) return false
    // A worker that indexed the chain before may have divided its backlog among others.
    await ranges.close()
    while (await ranges.areTaken()) await wait(tryEveryMs)
    return true
  }
  try {
    for (let waited = 0; !(await isFree()); waited += tryEveryMs) {
      if (waited >= waitMs)
        throw new EraFault(`A worker indexes ${chain}. Stop it, and start it again after the import.`)
      await wait(tryEveryMs)
    }
  } catch (error) {
    await worker.close()
    throw error
  }
  return { close: worker.close }
}
