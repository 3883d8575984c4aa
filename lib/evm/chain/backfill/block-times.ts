import { type Hex, hexNumber } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeLog, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { batchesOf } from '#lib/store/batches-of.ts'

/** The block fields that a log's row needs. */
export type BlockTime = { number: number; hash: Hex; timestamp: number }

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
