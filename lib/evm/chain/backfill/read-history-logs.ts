import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import type { NodeLog } from '#lib/evm/chain/rpc/parse.ts'
import { type FoundLogs, getLogs, type LogsOptions, logsOfBlock } from '#lib/evm/chain/rpc/reading/logs.ts'
import { rangeSizesOf } from '#lib/evm/chain/rpc/reading/range-size.ts'
import { blockReader, type EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { type BlockTime, blockTimes } from './block-times.ts'
import type { LogDensity } from './log-density.ts'

/** A range's token logs of one contract, with the blocks they are in. */
export type HistoryLogs = { range: BlockRange; logs: readonly NodeLog[]; times: ReadonlyMap<number, BlockTime> }

type Nodes = { pool: NodePool; reader: EvmReader; signal: AbortSignal }
type Reading = Nodes & { density: LogDensity }

/**
 * The token logs of a contract in the given blocks, the newest ranges first; the next range is requested while the
 * caller stores one. A node with a shorter chain leaves blocks out. Throws ServiceErrors of the pool.
 */
export async function* readHistoryLogs(
  nodes: Reading,
  address: Hex,
  missing: readonly BlockRange[],
): AsyncGenerator<HistoryLogs> {
  const given = new AbortController()
  const signal = AbortSignal.any([nodes.signal, given.signal])
  const parts = newestFirst({ ...nodes, signal }, address, missing)
  let next = parts.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = parts.next()
      // Consumers see the failure; a read that is abandoned must not crash the process.
      next.catch(() => {})
      yield value
    }
  } finally {
    given.abort()
  }
}

async function* newestFirst(nodes: Reading, address: Hex, missing: readonly BlockRange[]): AsyncGenerator<HistoryLogs> {
  for (const { first, last } of missing.toReversed()) {
    for (let to = last; to >= first; ) {
      const from = Math.max(first, to - Math.min(rangeSizesOf(nodes.pool).largest, nodes.density.blocks) + 1)
      for await (const found of contractLogs(nodes, address, { first: from, last: to })) {
        nodes.density.found(found.to - found.from + 1, found.logs.length)
        const times = await blockTimes(nodes.pool, found.logs, nodes.signal)
        yield { range: { first: found.from, last: found.to }, logs: found.logs, times }
      }
      to = from - 1
    }
  }
}

/** A contract's token logs, ascending. */
export const contractLogs = (
  { pool, reader, signal }: Nodes,
  address: Hex,
  { first, last }: BlockRange,
  options: Pick<LogsOptions, 'blocksMax'> = {},
): AsyncGenerator<FoundLogs> =>
  getLogs(
    pool,
    { ...tokenFilter(address), from: first, to: last },
    { signal, ...options, blockAt: blockReader(reader) },
  )

const tokenFilter = (address: Hex) => ({ addresses: [address], topics: [tokenTopics] })

/** The token logs of one contract in a block that was read whole. */
export const tokenLogsOf = (block: EvmBlock, address: Hex): NodeLog[] => logsOfBlock(block, tokenFilter(address))
