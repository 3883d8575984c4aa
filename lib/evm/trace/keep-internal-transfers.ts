import type { Kysely } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { systemClock } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { Log } from '#lib/base/log.ts'
import { type BlockToTrace, blockFrames } from '#lib/evm/chain/rpc/traces/block-frames.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import { readFrameIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addInternalTransfers, type TracedBlock } from '#lib/evm/chain/write/add-internal-transfers.ts'
import { type BlockRange, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { runSteps } from '#lib/indexing/run-steps.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { Store } from '#lib/store/store.ts'
import { createFailedTraces } from './failed-traces.ts'

type UntracedBlock = BlockToTrace & { hash: Hex }

/**
 * The newest stored blocks without stored internal transfers, newest first, at most `countMax` and without `except`. Once there are
 * none, those that an earlier version traced, whose frames are not stored.
 */
export const untracedBlocks = async (
  db: Kysely<EvmTables>,
  chain: number,
  except: readonly BlockRange[],
  countMax: number,
): Promise<UntracedBlock[]> => {
  const stored = mergeRanges(await readIntervals(db, chain))
  const newestBut = (done: readonly BlockRange[]) => subtractRanges(stored, [...done, ...except]).at(-1)
  const newest = newestBut(await readTraceIntervals(db, chain)) ?? newestBut(await readFrameIntervals(db, chain))
  if (!newest) return []
  const first = Math.max(newest.first, newest.last - countMax + 1)
  const blocks = await db
    .selectFrom('evm_blocks')
    .select(['number', 'hash'])
    .where('chain', '=', chain)
    .where('number', '>=', first)
    .where('number', '<=', newest.last)
    .orderBy('number', 'desc')
    .execute()
  const transactions = await db
    .selectFrom('evm_transactions')
    .select(['block_number', 'hash'])
    .where('chain', '=', chain)
    .where('block_number', '>=', first)
    .where('block_number', '<=', newest.last)
    .orderBy('block_number')
    .orderBy('transaction_index')
    .execute()
  const ofBlocks = Map.groupBy(transactions, ({ block_number }) => block_number)
  return blocks.map(({ number, hash }) => ({
    number,
    hash: toHex(hash),
    transactionHashes: (ofBlocks.get(number) ?? []).map((row) => toHex(row.hash)),
  }))
}

/** A trace runs a block again: more at a time would slow the node down for its other users. */
const tracesAtOnce = 4
/** Blocks that are read together; those without transactions need no trace. */
const blocksAtOnce = 100

/**
 * Traces the stored blocks of a chain, newest first, and stores their internal transfers, until `signal` ends it. Indexing never
 * waits for it. Blocks that fail are traced again later; the chain's row says why some are missing. Never throws.
 */
export const keepInternalTransfers = async (
  store: Store<EvmTables>,
  chain: number,
  pool: NodePool,
  log: Log,
  signal: AbortSignal,
  { clock = systemClock, pollMs = 500, attempts: ofWorker }: Omit<WorkerOptions, 'now'> = {},
): Promise<void> => {
  const attempts = ofWorker?.of(chain, 'evm-traces')
  const failed = createFailedTraces(clock)
  let noted: string | null | undefined

  const note = async (): Promise<void> => {
    const { sentence } = failed
    if (sentence === noted) return
    await writeChainRow(store.db, chain, { traces_error: sentence })
    if (sentence === null && noted) log.info({ chain }, 'every block can be traced again')
    noted = sentence
  }

  /** Traces the blocks that are due; records their failures, and returns one of them. */
  const traceNext = async (): Promise<{ count: number; failure?: unknown }> => {
    const resting = failed.resting()
    const due = await untracedBlocks(store.db, chain, resting, blocksAtOnce)
    if (due.length === 0 && resting.length === 0) failed.clear()
    const admitted = attempts?.select(due, keyOf, blocksAtOnce).run ?? due
    const batch = upToTraces(admitted, tracesAtOnce)
    if (batch.length === 0) return { count: 0 }
    const keys = batch.filter(hasTransactions).map(keyOf)
    await attempts?.start(keys)
    try {
      const outcomes = await Promise.allSettled(batch.map((block) => traceBlock(pool, block, signal)))
      if (signal.aborted) return { count: 0 }
      const traced = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      if (traced.length > 0) await addInternalTransfers(store, chain, traced)
      for (const { number } of traced) failed.traced(number)
      let failure: unknown
      for (const [index, outcome] of outcomes.entries()) {
        const block = batch[index]
        if (outcome.status === 'fulfilled' || !block) continue
        if (failed.add(block.number, outcome.reason) === 'passing') failure = outcome.reason
      }
      return { count: batch.length, failure }
    } finally {
      await attempts?.finish(keys)
    }
  }

  await runSteps(
    async () => {
      const { count, failure } = await traceNext()
      await note()
      if (failure !== undefined) throw failure
      return { kind: count > 0 ? 'busy' : 'waiting' }
    },
    {
      signal,
      pollMs,
      clock,
      onFailure: logFailures(log, { chain }, 'tracing blocks failed'),
    },
  )
}

const traceBlock = async (pool: NodePool, block: UntracedBlock, signal: AbortSignal): Promise<TracedBlock> => ({
  number: block.number,
  hash: block.hash,
  frames: hasTransactions(block) ? await blockFrames(pool, block, signal) : [],
})

const keyOf = ({ number }: UntracedBlock): string => String(number)

const hasTransactions = ({ transactionHashes }: UntracedBlock): boolean => transactionHashes.length > 0

/** The first blocks, up to the given number that need a trace. */
const upToTraces = (blocks: readonly UntracedBlock[], countMax: number): UntracedBlock[] => {
  const last = blocks.filter(hasTransactions)[countMax - 1]
  return last === undefined ? [...blocks] : blocks.slice(0, blocks.indexOf(last) + 1)
}
