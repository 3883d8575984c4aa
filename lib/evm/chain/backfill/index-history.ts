import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { parseBytes } from '#lib/evm/chain/rpc/parse.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type BlockRange, countBlocks, intersectRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { checkHistory, type ProofLimits } from './check-history.ts'
import { type HistoryState, isOutdated, nearBlocks, readChainCoverage } from './coverage.ts'
import { unchecked } from './drop-older-chain.ts'
import { type HistoryStates, historyStates } from './history-state.ts'
import { createHistoryWriter } from './history-writer.ts'
import type { CheckContext } from './prove-blocks.ts'
import { readHistoryLogs } from './read-history-logs.ts'
import { type ContractCeiling, dropOutdated } from './request-history.ts'

/**
 * The first block up to `last` after which the contract has code: its deployment. 0 if the nodes cannot tell because
 * they keep no old states; `last` + 1 if it has no code at `last`.
 */
const firstBlockOf = async (pool: NodePool, address: Hex, last: number, signal?: AbortSignal): Promise<number> => {
  let low = 0
  let high = last + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const is = await hasCode(pool, address, middle, signal)
    if (is === undefined) return 0
    if (is) high = middle
    else low = middle + 1
  }
  return low
}

/** Undefined if the nodes cannot tell. */
const hasCode = async (
  pool: NodePool,
  address: Hex,
  block: number | 'latest',
  signal?: AbortSignal,
): Promise<boolean | undefined> => {
  const minimumHead = block === 'latest' ? undefined : block
  const at = block === 'latest' ? block : hexNumber(block)
  try {
    return await pool.ask(
      [{ method: 'eth_getCode', params: [address, at] }],
      ([code]) => parseBytes(code, 'code') !== '0x',
      {
        signal,
        minimumHead,
      },
    )
  } catch (error) {
    if (unknowable.some((kind) => isRefusal(error, kind))) return undefined
    throw error
  }
}

const unknowable = ['missing_data', 'unsupported', 'invalid'] as const

type BackfillCheck = CheckContext & {
  address: Hex
  states: HistoryStates
  nowSeconds: () => number
  proofLimits: ProofLimits | undefined
}

/**
 * Checks the blocks that only the backfill has read. Returns whether a verdict is stored; if not, the check continues
 * later where it stopped.
 */
const checkBackfill = async (
  { address, states, nowSeconds, proofLimits, ...context }: BackfillCheck,
  wanted: BlockRange,
  indexed: readonly BlockRange[],
  mayGoOn: () => Promise<boolean>,
): Promise<boolean> => {
  const history = await states.read(address)
  const ranges = subtractRanges(intersectRanges(history.intervals, [wanted]), indexed)
  const checkedTo = history.check_state === 'passed' ? (history.check_block ?? -1) : -1
  if (ranges.every(({ last }) => last <= checkedTo)) return true
  const end = await checkHistory(
    { ...context, address },
    { ranges, firstBlock: wanted.first, block: wanted.last },
    { step: history.check_step, place: history.check_place },
    (progress) => states.note(address, { ...unchecked, check_step: progress.step, check_place: progress.place }),
    mayGoOn,
    proofLimits,
  )
  if (end === 'more') return false
  const verdict = { check_block: wanted.last, checked_at: nowSeconds(), check_step: null, check_place: null }
  await states.note(
    address,
    end === 'passed'
      ? { ...verdict, check_state: 'passed', check_reason: null }
      : { ...verdict, check_state: 'failed', check_reason: end },
  )
  return true
}

/** The chain whose contracts are indexed, and its configured end block, if any. */
type HistoryChain = { id: number; pool: NodePool; reader: EvmReader; endBlock?: number }

/**
 * How a slice ended: `done`, read up to the finalized head and checked, or there is no contract; `more`, its time is
 * up; `waiting`, the missing blocks are not final yet or the nodes do not have them; `too_large`, above `ceilingOf`:
 * stored rows stay.
 */
type SliceEnd = 'done' | 'more' | 'waiting' | 'too_large'

export type HistoryIndexer = {
  /**
   * Continues a contract's backfill, newest blocks first, for as long as `mayGoOn` returns true after each transaction.
   * Throws ServiceErrors; stored rows stay.
   */
  slice(address: Hex, mayGoOn: () => Promise<boolean>, signal: AbortSignal): Promise<SliceEnd>
  /** Records why a history has stopped, for pages, until it goes on. */
  noteFailure(address: Hex, words: string): Promise<void>
}

export type HistoryIndexerOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  /** The approximate maximum of rows per transaction. */
  rowsMax?: number
  /** The maximum size of a contract; undefined without a limit. */
  ceilingOf?: (address: Hex) => ContractCeiling | undefined
  /** The message for users about a contract beyond its ceiling. */
  tooLargeWords?: string
  /** Limits for proving a backfill block by block. */
  proofLimits?: ProofLimits
}

/** The message for an address without code; its backfill is then complete. */
const noContract = 'There is no contract at this address.'

export const createHistoryIndexer = (
  store: Store<EvmTables>,
  { id, pool, reader, endBlock }: HistoryChain,
  options: HistoryIndexerOptions = {},
): HistoryIndexer => {
  const { now = Date.now, rowsMax = 2_000, ceilingOf, tooLargeWords = 'Too large to index on demand.' } = options
  const nowSeconds = () => Math.floor(now() / 1_000)
  const states = historyStates(store, id, nowSeconds)
  const writer = createHistoryWriter(store, id, { now, rowsMax })

  /** Backfills that say why they do not go on. */
  const stopped = new Set<Hex>()
  const goesOn = async (address: Hex): Promise<void> => {
    if (stopped.delete(address)) await states.note(address, { error: null })
  }

  const finalizedHead = async (signal: AbortSignal): Promise<number> => {
    const { finalized } = await reader.head(signal)
    return Math.min(finalized, endBlock ?? finalized)
  }

  /** The blocks that the backfill covers up to the finalized head; undefined if there is no contract, which is noted. */
  const locate = async (
    address: Hex,
    before: HistoryState,
    target: number,
    signal: AbortSignal,
  ): Promise<BlockRange | undefined> => {
    // A backfill without its own ranges may belong to an older chain whose node restarted.
    const isLocated = before.first_block !== null && before.intervals.length > 0
    const first = isLocated ? before.first_block : await findFirstBlock(pool, states, address, { target, signal })
    if (first === undefined || first === null) {
      stopped.delete(address)
      const nothing = { first_block: target + 1, target_block: target, synced_at: nowSeconds() }
      await states.note(address, { ...nothing, error: noContract, outcome: 'no_contract' })
      return undefined
    }
    if (before.first_block !== first || before.target_block !== target) {
      const started_at = before.started_at ?? nowSeconds()
      await states.note(address, { first_block: first, target_block: target, started_at, outcome: null })
    }
    return { first, last: target }
  }

  /** Reads and writes missing blocks; undefined when all of them are read. */
  const readMissing = async (
    address: Hex,
    missing: readonly BlockRange[],
    rowCount: number,
    mayGoOn: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<'more' | 'too_large' | undefined> => {
    const { density } = writer.progressOf(address)
    const ceiling = ceilingOf?.(address)
    let events = rowCount
    const isTooLarge = () => ceiling !== undefined && events > ceiling.eventsMax
    if (isTooLarge() || (ceiling && countBlocks(missing) > ceiling.blocksMax)) return 'too_large'
    for await (const part of readHistoryLogs({ pool, reader, density, signal }, address, missing))
      for await (const rows of writer.write(address, part)) {
        events += rows
        if (isTooLarge()) return 'too_large'
        if (!(await mayGoOn())) return 'more'
      }
    return undefined
  }

  /** All blocks up to the target are read: checks them, unless the chain has moved on or the index has a gap. */
  const complete = async (
    address: Hex,
    wanted: BlockRange,
    mayGoOn: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<SliceEnd> => {
    const head = await finalizedHead(signal)
    const { intervals } = await readChainCoverage(store.db, id)
    const isAhead = countBlocks(subtractRanges([{ first: wanted.last + 1, last: head }], intervals)) > nearBlocks
    if (isAhead) return 'more'
    await states.note(address, { synced_at: nowSeconds(), error: null })
    // The index started at a block that is not final yet: the gap will be soon.
    if (intervals.some(({ first }) => first > wanted.last + 1)) return 'waiting'
    const { proofLimits } = options
    const context = { store, chain: id, address, pool, reader, signal, states, nowSeconds, proofLimits }
    return (await checkBackfill(context, wanted, intervals, mayGoOn)) ? 'done' : 'more'
  }

  const slice: HistoryIndexer['slice'] = async (address, mayGoOn, signal) => {
    const target = await finalizedHead(signal)
    const stored = await states.read(address)
    if (stored.error !== null) stopped.add(address)
    if (isOutdated(stored)) {
      const restarted = await dropOutdated(store, id, address, { rowsMax, mayGoOn })
      if (!restarted) return 'more'
      await states.note(address, restarted)
    }
    const before = await states.read(address)
    const wanted = await locate(address, before, target, signal)
    if (!wanted) return 'done'
    const missing = await states.missingOf(address, wanted)
    if (missing.length > 0 && before.check_state !== 'pending') await states.note(address, unchecked)
    const onward = async () => {
      await goesOn(address)
      return await mayGoOn()
    }
    const end = await readMissing(address, missing, before.row_count, onward, signal)
    if (end === 'too_large') await states.note(address, { error: tooLargeWords, outcome: 'too_large' })
    if (end) return end
    if ((await states.missingOf(address, wanted)).length > 0) return 'waiting'
    return await complete(address, wanted, mayGoOn, signal)
  }

  return {
    slice: async (address, mayGoOn, signal) => {
      const end = await slice(address, mayGoOn, signal)
      if (end === 'done') await goesOn(address)
      if (end === 'done' || end === 'too_large') writer.forget(address)
      return end
    },
    noteFailure: async (address, error) => {
      stopped.add(address)
      await states.note(address, { error })
    },
  }
}

/** A contract that destroyed itself has no code, but events: where they are known, all blocks are searched. */
const findFirstBlock = async (
  pool: NodePool,
  states: HistoryStates,
  address: Hex,
  { target, signal }: { target: number; signal: AbortSignal },
): Promise<number | undefined> => {
  if ((await hasCode(pool, address, 'latest', signal)) !== false) return firstBlockOf(pool, address, target, signal)
  return (await states.hasEvents(address)) ? 0 : undefined
}
