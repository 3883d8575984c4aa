import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import type { LogPart, LogSearch } from './search-logs.ts'

/** Logs of a range of blocks in ascending order. */
export type ReadLogs = (
  query: Pick<LogSearch, 'address' | 'topics'> & { from: number; to: number },
  signal: AbortSignal,
) => Promise<readonly NodeLog[]>

/** Busy contracts fill a page with few blocks, quiet ones need many: each step searches this many times more. */
const blocksFirst = 64
const growth = 8
const blocksMax = 10_000
const stepsMax = 8

/** The steps of one request on a node, each larger than the one before; undefined when they are used up. */
export const nodeSteps = ({ address, topics }: Pick<LogSearch, 'address' | 'topics'>, read: ReadLogs) => {
  let blocks = blocksFirst
  let left = stepsMax
  return async (range: { from: number; to: number }, signal: AbortSignal): Promise<LogPart | undefined> => {
    if (left-- <= 0) return undefined
    const from = Math.max(range.from, range.to - blocks + 1)
    blocks = Math.min(blocksMax, blocks * growth)
    const logs = await read({ address, topics, from, to: range.to }, signal)
    return { from, logs: logs.toReversed() }
  }
}
