import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from '#lib/evm/chain/block.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { appendHistory } from '#lib/evm/chain/write/histories/append-history.ts'
import { countBlocks } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { createLogDensity, type LogDensity } from './log-density.ts'
import { type LogPiece, newestPiece } from './log-pieces.ts'
import type { HistoryLogs } from './read-history-logs.ts'
import { createSpeed, type Speed } from './speed.ts'
import { createTransactionSize } from './transaction-size.ts'

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
