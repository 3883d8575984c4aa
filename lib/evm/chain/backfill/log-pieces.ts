import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'

/** Logs written in one transaction: all logs of these blocks. */
export type LogPiece = { range: BlockRange; logs: readonly NodeLog[] }

/**
 * Splits off the newest blocks with about this many rows. A block is never split: rows and covered blocks are written
 * together. `before` is the rest, if any.
 */
export const newestPiece = (
  { range, logs }: LogPiece,
  rowsMax: number,
): { piece: LogPiece; before: LogPiece | undefined } => {
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
