import { hexNumber } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { isAboutTheNode } from './reported-blocks.ts'

/**
 * The first block in first..last of which a node has the transactions and receipts, by bisection: nodes that prune have
 * those from some block on (EIP-4444, snap sync, checkpoints). Undefined if the last is not there either.
 */
export const earliestBlock = async (
  pool: NodePool,
  { first, last }: BlockRange,
  signal?: AbortSignal,
): Promise<number | undefined> => {
  if (await isThere(pool, first, signal)) return first
  if (first === last || !(await isThere(pool, last, signal))) return undefined
  let missing = first
  let found = last
  while (found - missing > 1) {
    const middle = Math.floor((missing + found) / 2)
    if (await isThere(pool, middle, signal)) found = middle
    else missing = middle
  }
  return found
}

const isThere = async (pool: NodePool, number: number, signal: AbortSignal | undefined): Promise<boolean> => {
  // Without its transactions: a block that nobody watches over is not read.
  const block = { method: 'eth_getBlockByNumber', params: [hexNumber(number), false], mayFail: true }
  const receipts = { method: 'eth_getBlockReceipts', params: [hexNumber(number)], mayFail: true }
  const hashes = await answersOf(pool, [block, receipts], ([raw, said]) => transactionsLeft(raw, said), signal)
  if (hashes.some((hash) => hash === undefined)) return true
  const [hash] = hashes.filter((one) => typeof one === 'string')
  if (hash === undefined) return false
  const receipt = { method: 'eth_getTransactionReceipt', params: [hash], mayFail: true }
  return (await answersOf(pool, [receipt], ([raw]) => isFields(raw), signal)).includes(true)
}

/** Undefined: the block is there. Null: it is not. Otherwise the hash of a transaction whose receipt is to be asked for. */
const transactionsLeft = (block: unknown, receipts: unknown): string | null | undefined => {
  if (!isFields(block) || block instanceof NodeRefusal) return null
  const [first] = Array.isArray(block.transactions) ? block.transactions : []
  if (typeof first !== 'string' || (Array.isArray(receipts) && receipts.length > 0)) return undefined
  return first
}

const answersOf = <T>(
  pool: NodePool,
  calls: PoolCall[],
  read: (results: readonly unknown[]) => T,
  signal: AbortSignal | undefined,
): Promise<T[]> =>
  pool.askEach(
    calls,
    (results) => {
      const trouble = results.find(
        (result) =>
          result instanceof NodeRefusal && isAboutTheNode(result.failure) && !isRefusal(result, 'unsupported'),
      )
      if (trouble) throw trouble
      return read(results)
    },
    { signal },
  )
