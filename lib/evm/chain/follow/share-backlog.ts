import { type Clock, systemClock } from '#lib/base/clock.ts'
import { writeChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { isolateCrashes } from '#lib/indexing/isolate-crashes.ts'
import { failureWords } from '#lib/indexing/log-failures.ts'
import { backlogOf, joinBackfill, leadBackfill } from '#lib/indexing/share-backfill.ts'
import { createRefusedNote } from '#lib/nodes/note-refused.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { rangeLeases } from '#lib/store/workers/range-leases.ts'
import type { ChainToIndex, IndexRun } from './chain-to-index.ts'
import { warningReader } from './warning-reader.ts'

/* How several workers index one chain: its leader offers a large backlog, and all of them store parts of it. */

/** How often a worker looks for a backlog. */
const joinPollMs = 1_000

type LeadOptions = {
  signal: AbortSignal
  clock: Clock
  onFailure: (error: unknown, retryInMs: number) => void
  /** Undefined, or empty, for an only worker. */
  worker: string | undefined
  alone(signal: AbortSignal): Promise<void>
}

const leasesOf = (store: Store<EvmTables>, chain: string, worker: string) =>
  rangeLeases(store.withTables<WorkerTables>().db, chain, worker)

/**
 * Indexes `alone`, or while there is a large backlog of `wanted`, together with the other workers. They may help if they know
 * which chain it is, and that its final blocks stay.
 */
export const shareBacklog = async (
  store: Store<EvmTables>,
  { name, expectedId: id, mayReset }: ChainToIndex,
  wanted: readonly BlockRange[],
  { worker, alone, ...run }: LeadOptions,
): Promise<void> => {
  if (!worker || id === undefined || mayReset) return await alone(run.signal)
  const index = createEvmRangeIndex(store, id)
  const backlog = async () => backlogOf(wanted, await index.covered(), await index.finalized())
  await leadBackfill({ leases: leasesOf(store, name, worker), backlog, alone, ...run })
}

/** Stores part of a chain's backlog while the worker that follows it offers some, until `signal` ends it. */
export const joinChainBackfill = async (
  store: Store<EvmTables>,
  chain: ChainToIndex,
  { log, signal, attempts }: IndexRun,
): Promise<void> => {
  const { name, expectedId: id, reader, pool, clock = systemClock } = chain
  if (id === undefined || !attempts?.worker) return
  const facts = { chain: name }
  const checked = warningReader(chain, log)
  const refusedNodes = createRefusedNote(log, facts, () => pool?.refused() ?? [])
  const index = createEvmRangeIndex(store, id, { isLeased: true })
  const note = (error: string | null): void => {
    const checkedAt = Math.floor(Date.now() / 1_000)
    void writeChainStatus(store.db, id, { checkedAt, error, refusedNodes: refusedNodes() }).catch(() => {})
  }
  await joinBackfill({
    leases: leasesOf(store, name, attempts.worker),
    open: async () => {
      const own = await attempts.again()
      const isolated = isolateCrashes(checked, own.of(id, 'evm-backfill'), { placeOf: reader.placeOf })
      return { reader: isolated.reader, index: isolated.rangeIndex(index), close: own.close }
    },
    covered: index.covered,
    signal,
    clock,
    pollMs: joinPollMs,
    onStored: () => note(null),
    onFailure: (error, retryInMs) => {
      log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, 'a part of a backlog could not be stored')
      note(failureWords(error))
    },
  })
}
