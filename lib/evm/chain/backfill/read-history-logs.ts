import { type Hex, hexNumber } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeLog, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import { type FoundLogs, getLogs, type LogsOptions, logsOfBlock } from '#lib/evm/chain/rpc/reading/logs.ts'
import { rangeSizesOf } from '#lib/evm/chain/rpc/reading/range-size.ts'
import { blockReader, type EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** The block fields that a log's row needs. */
type BlockTime = { number: number; hash: Hex; timestamp: number }

const headersInBatch = 48
const batchesAtOnce = 2

/** Hash and time of the block of each log: from the log itself if included, otherwise from the header. */
export const blockTimes = async (
  pool: NodePool,
  logs: readonly NodeLog[],
  signal?: AbortSignal,
): Promise<Map<number, BlockTime>> => {
  const times = new Map<number, BlockTime>()
  const unknown = new Map<number, Hex>()
  for (const { blockNumber: number, blockHash: hash, blockTimestamp: timestamp } of logs) {
    if (timestamp === undefined) unknown.set(number, hash)
    else times.set(number, { number, hash, timestamp })
  }
  for (const number of times.keys()) unknown.delete(number)

  const asked = [...unknown]
  const inRound = headersInBatch * batchesAtOnce
  for (const round of batchesOf(asked, inRound)) {
    const batches = [...batchesOf(round, headersInBatch)]
    const found = await Promise.all(batches.map((batch) => headerTimes(pool, batch, signal)))
    for (const time of found.flat()) times.set(time.number, time)
  }
  return times
}

const headerTimes = (
  pool: NodePool,
  blocks: readonly (readonly [number, Hex])[],
  signal: AbortSignal | undefined,
): Promise<BlockTime[]> => {
  const calls = blocks.map(([number]) => ({ method: 'eth_getBlockByNumber', params: [hexNumber(number), false] }))
  const read = (answers: readonly unknown[]): BlockTime[] =>
    blocks.map(([number, hash], index) => {
      const header = parseHeader(answers[index])
      if (header.number !== number || header.hash !== hash)
        throw new InconsistentAnswer(`block ${header.number} ${header.hash} for block ${number} of the logs, ${hash}`)
      return { number, hash, timestamp: header.timestamp }
    })
  return pool.ask(calls, read, { signal, minimumHead: Math.max(...blocks.map(([number]) => number)) })
}

/** Logs to request at a time: parsing a larger response would block everything else in the process. */
const logsAtOnce = 4_000
/** The number of blocks while the density of a contract's events is unknown. */
const blocksAtFirst = 32

/** The number of blocks expected to contain this many logs, by the last finding; at most twice the previous number. */
export type LogDensity = {
  readonly blocks: number
  found(blocks: number, logs: number): void
}

export const createLogDensity = (): LogDensity => {
  let fitting = blocksAtFirst
  return {
    get blocks() {
      return fitting
    },
    found: (blocks, logs) => {
      const expected = Math.floor((logsAtOnce * blocks) / Math.max(1, logs))
      fitting = Math.max(1, Math.min(2 * fitting, expected))
    },
  }
}

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
