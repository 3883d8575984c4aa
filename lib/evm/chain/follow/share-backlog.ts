import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import { failedChecks } from '#lib/evm/chain/checks/block-checks.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { bytesOfBlock, type ReadableBlock } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { writeChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { type ChainReader, isSetAside } from '#lib/indexing/chain.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { isolateCrashes } from '#lib/indexing/isolate-crashes.ts'
import { failureWords } from '#lib/indexing/log-failures.ts'
import { backlogOf, joinBackfill, leadBackfill } from '#lib/indexing/share-backfill.ts'
import { createRefusedNote } from '#lib/nodes/identity-check.ts'
import type { WorkerAttempts } from '#lib/store/attempts/attempts.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { rangeLeases } from '#lib/store/workers/range-leases.ts'

/** Reads blocks for indexing, and logs those of a node that failed a check. */
export const warningReader = (
  { name, reader }: { name: string; reader: EvmReader },
  log: Log,
): ChainReader<ReadableBlock> => ({
  head: reader.head,
  earliest: reader.earliest,
  bytesOf: bytesOfBlock,
  blocks: async (from, to, signal, isEnough) => {
    const blocks = await reader.readable(from, to, signal, isEnough)
    for (const block of blocks) {
      const failed = isSetAside(block) ? [block.fault] : block.checks ? failedChecks(block.checks) : []
      if (failed.length > 0)
        log.warn({ chain: name, block: block.number, hash: block.hash, failed }, 'a block does not match its hash')
    }
    return blocks
  },
})

/** What to index of one chain, and from where. */
export type ChainToIndex = {
  name: string
  /** Undefined for a devnet, whose id comes from its node. */
  expectedId: number | undefined
  reader: EvmReader
  /** The nodes behind `reader`. */
  pool?: Pick<NodePool, 'refused'>
  start: { at: number } | { beforeHead: number }
  end?: number
  /** Instead of start and end: only these. */
  ranges?: readonly BlockRange[]
  /** A devnet may restart: even final blocks are then reverted. */
  mayReset: boolean
  pollMs: number
  clock?: Clock
}

export type IndexRun = { log: Log; signal: AbortSignal; attempts?: WorkerAttempts }

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
