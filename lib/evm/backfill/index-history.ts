import { setTimeout as wait } from 'node:timers/promises'
import { toBytes } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { NodeLog } from '#lib/evm/node/parse.ts'
import type { NodePool } from '#lib/evm/node/pool.ts'
import { RangeSize } from '#lib/evm/node/range-size.ts'
import type { EvmReader } from '#lib/evm/node/reader.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { HistoryRow } from '#lib/evm/token-tables.ts'
import { appendHistory } from '#lib/evm/writer/append-history.ts'
import { type BlockRange, countBlocks, intersectRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { checkHistory, type ProofLimits } from './check/check-history.ts'
import { unchecked } from './check/unchecked.ts'
import { type HistoryState, nearBlocks } from './coverage.ts'
import { firstBlockOf, hasCode } from './first-block.ts'
import { createLogDensity, type LogDensity } from './log-density.ts'
import { type LogPiece, newestPiece } from './log-pieces.ts'
import type { ContractCeiling } from './on-demand.ts'
import { type HistoryLogs, readHistoryLogs } from './read-history-logs.ts'
import { newHistory } from './request-history.ts'
import { createSpeed, type Speed } from './speed.ts'
import { readChainCoverage, readHistories } from './stored-history.ts'
import { createTransactionSize } from './transaction-size.ts'

/** The chain whose contracts are indexed, and the last block of interest where there is one. */
export type HistoryChain = { id: number; pool: NodePool; reader: EvmReader; endBlock?: number }

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
  /** Notes why a history has stopped, where pages read it. */
  noteFailure(address: Hex, words: string): Promise<void>
}

export type HistoryIndexerOptions = {
  /** Milliseconds since 1970. */
  now?: () => number
  /** Rows of one transaction, at most about. */
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

/** Time idle after each transaction, for each millisecond that it took. */
const restPerWork = 0.5

export const createHistoryIndexer = (
  store: Store<EvmTables>,
  { id, pool, reader, endBlock }: HistoryChain,
  options: HistoryIndexerOptions = {},
): HistoryIndexer => {
  const { now = Date.now, rowsMax = 2_000, ceilingOf, tooLargeWords = 'Too large to index on demand.' } = options
  const { proofLimits } = options
  const atWork = new Map<Hex, { rangeSize: RangeSize; density: LogDensity; speed: Speed }>()
  const size = createTransactionSize(rowsMax)
  let rangeCeiling: number | undefined
  const seconds = () => Math.floor(now() / 1_000)

  const workOf = (address: Hex) => {
    const known = atWork.get(address)
    if (known) return known
    // Limits of queries are shared; the density of events is the contract's own.
    const work = {
      rangeSize: new RangeSize({ ceiling: rangeCeiling }),
      density: createLogDensity(),
      speed: createSpeed(now()),
    }
    atWork.set(address, work)
    return work
  }

  const finalizedHead = async (signal: AbortSignal): Promise<number> => {
    const { finalized } = await reader.head(signal)
    return Math.min(finalized, endBlock ?? finalized)
  }

  const note = async (address: Hex, columns: Partial<HistoryRow>): Promise<void> => {
    await store.db
      .updateTable('evm_histories')
      .set(columns)
      .where('chain', '=', id)
      .where('address', '=', toBytes(address))
      .execute()
  }

  const stored = async (address: Hex): Promise<HistoryState> => {
    const found = (await readHistories(store.db, id, [address])).get(address)
    if (found) return found
    const row = newHistory(id, address, seconds())
    await store.db
      .insertInto('evm_histories')
      .values(row)
      .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
      .execute()
    return { ...row, intervals: [] }
  }

  const hasEvents = async (address: Hex): Promise<boolean> => {
    const contract = await store.db
      .selectFrom('evm_contracts')
      .select('address')
      .where('chain', '=', id)
      .where('address', '=', toBytes(address))
      .executeTakeFirst()
    return contract !== undefined
  }

  /** A contract that destroyed itself has no code, but events: where they are known, all blocks are searched. */
  const firstBlock = async (address: Hex, target: number, signal: AbortSignal): Promise<number | undefined> => {
    if ((await hasCode(pool, address, 'latest', signal)) !== false) return firstBlockOf(pool, address, target, signal)
    return (await hasEvents(address)) ? 0 : undefined
  }

  const write = async (address: Hex, { range, logs, times }: HistoryLogs, speed: Speed): Promise<number> => {
    const { rows, heldMs } = await appendHistory(
      store,
      id,
      { address, range, logs: logs.map(decodable), headers: headersOf(logs, times) },
      speed.perSecond(now()),
    )
    size.took(heldMs, rows)
    speed.add({ rows, blocks: countBlocks([range]) }, now())
    // Following the head and serving requests need several turns of the event loop per block.
    await wait(heldMs * restPerWork)
    return rows
  }

  const missingOf = async (address: Hex, wanted: BlockRange): Promise<BlockRange[]> => {
    const { intervals } = await readChainCoverage(store.db, id)
    return subtractRanges([wanted], [...intervals, ...(await stored(address)).intervals])
  }

  /** Whether a verdict is stored; else the check continues where it stopped. */
  const check = async (
    address: Hex,
    wanted: BlockRange,
    indexed: readonly BlockRange[],
    mayGoOn: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const history = await stored(address)
    const ranges = subtractRanges(intersectRanges(history.intervals, [wanted]), indexed)
    const checkedTo = history.check_state === 'passed' ? (history.check_block ?? -1) : -1
    if (ranges.every(({ last }) => last <= checkedTo)) return true
    const end = await checkHistory(
      { store, chain: id, address, pool, reader, signal },
      { ranges, firstBlock: wanted.first, block: wanted.last },
      { step: history.check_step, place: history.check_place },
      (progress) => note(address, { ...unchecked, check_step: progress.step, check_place: progress.place }),
      mayGoOn,
      proofLimits,
    )
    if (end === 'more') return false
    const verdict = { check_block: wanted.last, checked_at: seconds(), check_step: null, check_place: null }
    await note(
      address,
      end === 'passed'
        ? { ...verdict, check_state: 'passed', check_reason: null }
        : { ...verdict, check_state: 'failed', check_reason: end },
    )
    return true
  }

  const slice: HistoryIndexer['slice'] = async (address, mayGoOn, signal) => {
    const { rangeSize, density, speed } = workOf(address)
    const target = await finalizedHead(signal)
    const before = await stored(address)
    // Without a part of its own a backfill may belong to an older chain whose node restarted.
    const isLocated = before.first_block !== null && before.intervals.length > 0
    const first = isLocated ? before.first_block : await firstBlock(address, target, signal)
    if (first === undefined || first === null) {
      const nothing = { first_block: target + 1, target_block: target, synced_at: seconds() }
      await note(address, { ...nothing, error: noContract, outcome: 'no_contract' })
      atWork.delete(address)
      return 'done'
    }
    if (before.first_block !== first || before.target_block !== target)
      await note(address, {
        first_block: first,
        target_block: target,
        started_at: before.started_at ?? seconds(),
        outcome: null,
      })

    const wanted = { first, last: target }
    const missing = await missingOf(address, wanted)
    if (missing.length > 0 && before.check_state !== 'pending') await note(address, unchecked)
    const ceiling = ceilingOf?.(address)
    let events = before.row_count
    const isTooLarge = () => ceiling !== undefined && events > ceiling.eventsMax
    const setAside = async (): Promise<SliceEnd> => {
      await note(address, { error: tooLargeWords, outcome: 'too_large' })
      atWork.delete(address)
      return 'too_large'
    }
    if (isTooLarge() || (ceiling && countBlocks(missing) > ceiling.blocksMax)) return await setAside()
    for await (const part of readHistoryLogs({ pool, reader, rangeSize, density, signal }, address, missing)) {
      rangeCeiling = Math.min(rangeCeiling ?? rangeSize.ceiling, rangeSize.ceiling)
      for (let rest: LogPiece | undefined = part; rest; ) {
        const { piece, before } = newestPiece(rest, size.rows)
        rest = before
        events += await write(address, { ...piece, times: part.times }, speed)
        if (isTooLarge()) return await setAside()
        if (!(await mayGoOn())) return 'more'
      }
    }
    if ((await missingOf(address, wanted)).length > 0) return 'waiting'

    const head = await finalizedHead(signal)
    const { intervals } = await readChainCoverage(store.db, id)
    const isAhead = countBlocks(subtractRanges([{ first: target + 1, last: head }], intervals)) > nearBlocks
    if (isAhead) return 'more'
    await note(address, { synced_at: seconds(), error: null })
    // The index started at a block that is not final yet: the gap will be soon.
    if (intervals.some((interval) => interval.first > target + 1)) return 'waiting'
    if (!(await check(address, wanted, intervals, mayGoOn, signal))) return 'more'
    atWork.delete(address)
    return 'done'
  }

  return { slice, noteFailure: (address, error) => note(address, { error }) }
}

const decodable = ({ blockTimestamp, blockHash, ...log }: NodeLog) => ({ ...log, transactionValue: null })

const headersOf = (logs: readonly NodeLog[], times: HistoryLogs['times']) =>
  [...new Set(logs.map(({ blockNumber }) => blockNumber))].flatMap((number) => times.get(number) ?? [])
