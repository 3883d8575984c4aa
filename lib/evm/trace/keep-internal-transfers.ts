import type { Kysely } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { Log } from '#lib/base/log.ts'
import { type BlockToTrace, blockFrames } from '#lib/evm/chain/rpc/traces/block-frames.ts'
import { isMethodRefused } from '#lib/evm/chain/rpc/traces/traces.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readFrameIntervals, readIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addInternalTransfers, type TracedBlock } from '#lib/evm/chain/write/add-internal-transfers.ts'
import { runSteps } from '#lib/indexing/follow.ts'
import { type BlockRange, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { Store } from '#lib/store/store.ts'

/** The blocks of a chain that could not be traced, and when each is traced again. */
type FailedTraces = {
  /** Blocks that are not traced at the moment. */
  resting(): BlockRange[]
  /** `passing` if others may fail for the same reason, so that the next attempt should wait. */
  add(block: number, error: unknown): 'passing' | 'of this block'
  traced(block: number): void
  /** Called when every stored block is traced: a reorg may have removed the failed ones. */
  clear(): void
  /** Why blocks are missing, for the operator; null if none failed. */
  readonly sentence: string | null
}

const firstWaitMs = 1_000
const waitMsMax = 600_000
/** A node drops the oldest state first: after this many consecutive blocks without state, older ones have none either. */
const withoutStateMax = 8
/** More failures than these are not counted one by one. */
const blocksMax = 1_000

const waitMs = (failures: number): number => Math.min(firstWaitMs * 2 ** (failures - 1), waitMsMax)

const createFailedTraces = (clock: Clock): FailedTraces => {
  const blocks = new Map<number, { failures: number; restsUntil: number; sentence: string }>()
  /** Blocks without state since the last block that had it. */
  let withoutState: number[] = []
  /** Blocks up to this one rest together. */
  let pruned: { last: number; failures: number; restsUntil: number } | undefined

  const noteMissingState = (block: number): void => {
    withoutState.push(block)
    if (withoutState.length < withoutStateMax) return
    // Blocks requested together fail together.
    const isCounted = pruned !== undefined && pruned.restsUntil > clock.now()
    const failures = (pruned?.failures ?? 0) + (isCounted ? 0 : 1)
    pruned = { last: Math.max(...withoutState), failures, restsUntil: clock.now() + waitMs(failures) }
  }

  return {
    resting: () => {
      const now = clock.now()
      const single = [...blocks].filter(([, { restsUntil }]) => restsUntil > now)
      return [
        ...(pruned && pruned.restsUntil > now ? [{ first: 0, last: pruned.last }] : []),
        ...single.map(([number]) => ({ first: number, last: number })),
      ]
    },
    add: (block, error) => {
      const isMissingState = isRefusal(error, 'missing_data')
      const isMethodMissing = !isMissingState && isMethodRefused(error)
      const failures = (blocks.get(block)?.failures ?? 0) + 1
      // If the method is missing, the block is not the cause: it is the first to be requested again.
      const restsUntil = isMethodMissing ? 0 : clock.now() + waitMs(failures)
      if (blocks.size < blocksMax || blocks.has(block))
        blocks.set(block, { failures, restsUntil, sentence: sentenceOf(block, error) })
      if (isMissingState) noteMissingState(block)
      return isMissingState ? 'of this block' : 'passing'
    },
    traced: (block) => {
      blocks.delete(block)
      withoutState = []
      if (pruned && block <= pruned.last) pruned = undefined
    },
    clear: () => {
      blocks.clear()
      withoutState = []
      pruned = undefined
    },
    get sentence() {
      const newest = Math.max(...blocks.keys())
      if (pruned && newest <= pruned.last)
        return `The node no longer has the state to trace block ${grouped(pruned.last)} and earlier ones; an archive node has it.`
      return blocks.get(newest)?.sentence ?? null
    },
  }
}

const grouped = (block: number): string => block.toLocaleString('en-US')

const sentenceOf = (block: number, error: unknown): string => {
  if (isRefusal(error, 'unsupported'))
    return 'The node serves neither debug_traceBlockByNumber nor trace_block, so that blocks cannot be traced.'
  if (isRefusal(error, 'missing_data')) return `The node does not have the state to trace block ${grouped(block)}.`
  return isServiceError(error) ? error.message : 'Tracing failed; the log of the worker has the cause.'
}

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
