import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from '#lib/base/hex.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { appendHistory } from '#lib/evm/chain/write/append-history.ts'
import { type BlockRange, countBlocks } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { createLogDensity, type HistoryLogs, type LogDensity } from './read-history-logs.ts'

/** Logs written in one transaction: all logs of these blocks. */
type LogPiece = { range: BlockRange; logs: readonly NodeLog[] }

/**
 * Splits off the newest blocks with about this many rows. A block is never split: rows and covered blocks are written
 * together. `before` is the rest, if any.
 */
const newestPiece = ({ range, logs }: LogPiece, rowsMax: number): { piece: LogPiece; before: LogPiece | undefined } => {
  let rows = 0
  for (let index = logs.length - 1; index > 0; index--) {
    const [log, older] = [logs[index], logs[index - 1]]
    if (!log || !older) break
    rows += rowsOf(log)
    if (rows < rowsMax || older.blockNumber === log.blockNumber) continue
    return {
      piece: { range: { first: log.blockNumber, last: range.last }, logs: logs.slice(index) },
      before: { range: { first: range.first, last: log.blockNumber - 1 }, logs: logs.slice(0, index) },
    }
  }
  return { piece: { range, logs }, before: undefined }
}

/** An item of a batch takes two words of data. An estimate is enough: it only bounds the duration of a transaction. */
const rowsOf = ({ data }: NodeLog): number => Math.max(1, Math.floor((data.length - 2) / 128))

const windowMs = 60_000

type Amount = { rows: number; blocks: number }

/** Rows and blocks per second over the last minute of work. */
type Speed = {
  add(amount: Amount, now: number): void
  perSecond(now: number): { rows_per_second: number | null; blocks_per_second: number | null }
}

const createSpeed = (startedAt: number): Speed => {
  let samples: (Amount & { at: number })[] = []
  let since = startedAt
  return {
    add: (amount, now) => {
      samples.push({ ...amount, at: now })
      const kept = samples.findIndex(({ at }) => at >= now - windowMs)
      if (kept <= 0) return
      since = samples[kept - 1]?.at ?? since
      samples = samples.slice(kept)
    },
    perSecond: (now) => {
      const seconds = (now - since) / 1_000
      if (!samples.length || seconds <= 0) return { rows_per_second: null, blocks_per_second: null }
      const sum = (of: keyof Amount) => samples.reduce((total, sample) => total + sample[of], 0)
      return { rows_per_second: sum('rows') / seconds, blocks_per_second: sum('blocks') / seconds }
    },
  }
}

const rowsMin = 100
/** A quarter of the block time of the fastest chains. */
const transactionMs = 50

/** The number of rows per transaction, adjusted by the duration of the last one, so that other writers only wait briefly. */
type TransactionSize = {
  readonly rows: number
  took(ms: number, rows: number): void
}

const createTransactionSize = (rowsMax: number): TransactionSize => {
  let rows = Math.min(rowsMax, 500)
  return {
    get rows() {
      return rows
    },
    took: (ms, written) => {
      // A piece much smaller than allowed says little about larger ones.
      if (written < rows / 2) return
      const fitting = (written * transactionMs) / Math.max(1, ms)
      rows = Math.round(Math.min(rowsMax, Math.max(Math.min(rowsMin, rowsMax), (rows + fitting) / 2)))
    },
  }
}

/** What earlier slices showed about reading a contract. */
type ContractProgress = { density: LogDensity; speed: Speed }

export type HistoryWriter = {
  progressOf(address: Hex): ContractProgress
  /** The contract's backfill has ended. */
  forget(address: Hex): void
  /** Writes logs, newest blocks first; yields the row count of each transaction. */
  write(address: Hex, logs: HistoryLogs): AsyncGenerator<number, void>
}

/** Time idle after each transaction, for each millisecond in which it kept this thread busy. */
const restPerWork = 0.5

export const createHistoryWriter = (
  store: Store<EvmTables>,
  chain: number,
  { now, rowsMax }: { now: () => number; rowsMax: number },
): HistoryWriter => {
  const progress = new Map<Hex, ContractProgress>()
  const size = createTransactionSize(rowsMax)

  const progressOf = (address: Hex): ContractProgress => {
    const known = progress.get(address)
    if (known) return known
    const created = { density: createLogDensity(), speed: createSpeed(now()) }
    progress.set(address, created)
    return created
  }

  const writePiece = async (address: Hex, { range, logs, times }: HistoryLogs, speed: Speed): Promise<number> => {
    const cpuBefore = process.threadCpuUsage()
    const { rows, heldMs } = await appendHistory(
      store,
      chain,
      { address, range, logs: logs.map(decodable), headers: headersOf(logs, times) },
      speed.perSecond(now()),
    )
    size.took(heldMs, rows)
    speed.add({ rows, blocks: countBlocks([range]) }, now())
    // Following the head and serving requests need several turns of the event loop per block. While PostgreSQL works, they have them.
    const { user, system } = process.threadCpuUsage(cpuBefore)
    await wait(Math.min(heldMs, (user + system) / 1_000) * restPerWork)
    return rows
  }

  return {
    progressOf,
    forget: (address) => void progress.delete(address),
    async *write(address, part) {
      const { speed } = progressOf(address)
      for (let rest: LogPiece | undefined = part; rest; ) {
        const { piece, before }: ReturnType<typeof newestPiece> = newestPiece(rest, size.rows)
        rest = before
        yield await writePiece(address, { ...piece, times: part.times }, speed)
      }
    },
  }
}

const decodable = ({ blockTimestamp, blockHash, ...log }: NodeLog) => ({ ...log, transactionValue: null })

const headersOf = (logs: readonly NodeLog[], times: HistoryLogs['times']) =>
  [...new Set(logs.map(({ blockNumber }) => blockNumber))].flatMap((number) => times.get(number) ?? [])
