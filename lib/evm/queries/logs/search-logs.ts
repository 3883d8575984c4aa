import type { Hex } from '#lib/evm/node/block.ts'
import type { NodeLog } from '#lib/evm/node/parse.ts'

export type LogSearch = {
  address: Hex | undefined
  topics: readonly (Hex | null)[]
  /** Lowest and highest block, both included. */
  lowest: number
  highest: number
  /** Only logs below this place of the highest block are still wanted. */
  below: number | undefined
  /** More rows than these end the search. */
  rows: number
}

/** Logs of a range of blocks in ascending order. */
export type ReadLogs = (
  query: Pick<LogSearch, 'address' | 'topics'> & { from: number; to: number },
  signal: AbortSignal,
) => Promise<readonly NodeLog[]>

export type FoundLogs = {
  /** Newest first. */
  logs: readonly NodeLog[]
  /** Every log of the blocks from here on is among them; undefined if not even the first blocks could be searched. */
  searchedFrom: number | undefined
}

/** Busy contracts fill a page with few blocks, quiet ones need many: each step searches this many times more. */
const blocksFirst = 64
const growth = 8
const blocksMax = 10_000
const stepsMax = 8

/** Searches logs from the newest block down, in steps, until a page is full, the range is searched or time is up. */
export const searchLogs = async (search: LogSearch, read: ReadLogs, signal: AbortSignal): Promise<FoundLogs> => {
  const found: NodeLog[] = []
  let to = search.highest
  let blocks = blocksFirst
  for (let step = 0; step < stepsMax && to >= search.lowest && found.length < search.rows; step++) {
    const from = Math.max(search.lowest, to - blocks + 1)
    try {
      const logs = await read({ address: search.address, topics: search.topics, from, to }, signal)
      found.push(...logs.filter((log) => isBelow(log, search)).toReversed())
    } catch (error) {
      // What was found before the time was up is still whole.
      if (signal.aborted && step > 0) break
      throw error
    }
    to = from - 1
    blocks = Math.min(blocksMax, blocks * growth)
  }
  return { logs: found, searchedFrom: to < search.highest ? to + 1 : undefined }
}

const isBelow = ({ blockNumber, logIndex }: NodeLog, { highest, below }: LogSearch): boolean =>
  below === undefined || blockNumber < highest || logIndex < below
