import type { Hex } from '#lib/base/hex.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import { InconsistentAnswer, readCount } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseCount, parseSentTransaction, type SentTransaction } from '#lib/evm/chain/rpc/parse.ts'
import { isMethodRefused } from '#lib/evm/chain/rpc/traces/traces.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** A transaction that a node knows, in a block (`blockNumber`) or waiting for one (null); undefined if no node knows it. */
export const readMempoolTransaction = async (
  pool: NodePool,
  hash: Hex,
  signal?: AbortSignal,
): Promise<SentTransaction | undefined> => {
  const calls = [{ method: 'eth_getTransactionByHash', params: [hash] }]
  // Each node has a mempool of its own.
  const answers = await pool.askEach(calls, ([raw]) => (raw == null ? undefined : parseSentTransaction(raw)), {
    signal,
    attemptsMax: 2,
  })
  const known = answers.filter((one) => one?.hash === hash)
  return known.find((one) => one?.blockNumber !== null) ?? known[0]
}

/** The nonce after the sender's last mined transaction, and the lowest one of which no transaction waits after that. */
export type SenderNonces = { mined: number; free: number }

export const readSenderNonces = (pool: NodePool, address: Hex, signal?: AbortSignal): Promise<SenderNonces> => {
  const calls = ['latest', 'pending'].map((block) => ({ method: 'eth_getTransactionCount', params: [address, block] }))
  return pool.ask(
    calls,
    ([mined, free]) => {
      const nonces = { mined: parseCount(mined, 'nonce'), free: parseCount(free, 'nonce') }
      return { ...nonces, free: Math.max(nonces.mined, nonces.free) }
    },
    { signal },
  )
}

/** A transaction that waits; of a long input only the selector is kept. */
export type WaitingTransaction = Omit<SentTransaction, 'blockNumber'>

/** The transactions of a node that wait for a block. */
export type Mempool = {
  /** From its whole pool, or only from the block that it would build next. */
  from: 'pool' | 'next_block'
  transactions: readonly WaitingTransaction[]
  /** Those in its pool that could be in the next block; null if it does not say. */
  pendingCount: number | null
  /** Those that wait for a lower nonce of their sender. */
  queuedCount: number | null
}

/** A node writes about a kilobyte for each transaction: of a fuller pool only the next block is read. */
const poolMax = 5_000
const selectorLength = 10
/** Hex digits of an input that is kept whole. */
const inputMax = 2_048
const limits = { attemptsMax: 2 }

/** Undefined if no node tells: `txpool_content` and a pending block are optional. */
export const readMempool = async (pool: NodePool, signal?: AbortSignal): Promise<Mempool | undefined> => {
  const status = await unlessRefused(readStatus(pool, signal))
  if (status && status.pendingCount + status.queuedCount <= poolMax) {
    const transactions = await unlessRefused(readContent(pool, signal))
    if (transactions) return { from: 'pool', ...status, transactions }
  }
  const transactions = await unlessRefused(readNextBlock(pool, signal))
  return transactions && { from: 'next_block', pendingCount: null, queuedCount: null, ...status, transactions }
}

const unlessRefused = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (isMethodRefused(error)) return undefined
    throw error
  }
}

const readStatus = (pool: NodePool, signal: AbortSignal | undefined) =>
  pool.ask(
    [{ method: 'txpool_status', params: [] }],
    ([raw]) => {
      const { pending, queued } = objectOf(raw)
      return { pendingCount: parseCount(pending, 'pending'), queuedCount: parseCount(queued, 'queued') }
    },
    { signal, ...limits },
  )

/** `pending` has the transactions of each sender by their nonces. */
const readContent = (pool: NodePool, signal: AbortSignal | undefined): Promise<WaitingTransaction[]> =>
  pool.ask(
    [{ method: 'txpool_content', params: [] }],
    ([raw]) =>
      Object.values(objectOf(objectOf(raw).pending))
        .flatMap((ofSender) => Object.values(objectOf(ofSender)))
        .map(waiting),
    { signal, ...limits },
  )

/** Undefined if the node names its newest block when asked for the pending one, or none. */
const readNextBlock = (pool: NodePool, signal: AbortSignal | undefined): Promise<WaitingTransaction[] | undefined> =>
  pool.ask(
    [
      { method: 'eth_blockNumber', params: [] },
      { method: 'eth_getBlockByNumber', params: ['pending', true] },
    ],
    ([head, raw]) => {
      if (raw === null) return undefined
      const { number, transactions } = objectOf(raw)
      const isNext = (readCount(number, 'number') ?? Number.POSITIVE_INFINITY) > parseCount(head, 'block number')
      if (!isNext) return undefined
      if (!Array.isArray(transactions)) throw new InconsistentAnswer('a pending block without transactions')
      return transactions.map(waiting)
    },
    { signal, ...limits },
  )

const waiting = (raw: unknown): WaitingTransaction => {
  const { blockNumber: _, input, ...transaction } = parseSentTransaction(raw)
  return { ...transaction, input: input.length > inputMax ? `0x${input.slice(2, selectorLength)}` : input }
}

const objectOf = (raw: unknown): Fields => {
  if (isFields(raw)) return raw
  throw new InconsistentAnswer('a transaction pool that is not an object')
}
