import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import pLimit, { type LimitFunction } from 'p-limit'
import * as z from 'zod'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { CallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import type { Simulation } from '#lib/evm/chain/rpc/replay/simulation.ts'
import type { AccountChange } from '#lib/evm/chain/rpc/replay/state-diff.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { createReplayStore, type ReplayStore } from './replay-store.ts'
import { createStateCache } from './state-cache.ts'

/** A transaction, and the branch that it is in. */
type ReplayedTransaction = Pick<
  StoredTransaction,
  'chain' | 'block_number' | 'transaction_index' | 'hash' | 'block_hash'
> & { isIndexed: boolean }

type Read<Value> = (
  transaction: ReplayedTransaction,
  run: (signal: AbortSignal) => Promise<Value>,
  signal?: AbortSignal,
) => Promise<Value>

/**
 * What nodes report of running transactions again. One run serves all visitors that ask meanwhile and goes on when one leaves;
 * its result is kept compressed: in memory, and in the database for indexed transactions.
 */
export type Replays = {
  calls: Read<CallTree>
  state: Read<AccountChange[]>
  /** Transactions that are not sent: `hash` names their input, and the block is that after which they run. */
  simulations: Read<Simulation>
  /** Resolves when everything is stored. */
  settled(): Promise<void>
}

export type ReplaysOptions = {
  now?: () => number
  /** Called when the database could not be written; responses do not depend on it. */
  onFailure?: (error: unknown) => void
  /** Maximum size of what the database keeps. */
  bytesMax?: number
  /** The nodes of a chain: each runs one transaction at a time, which keeps a core of it busy. */
  nodesOf?: (chain: number) => number
}

const timeoutMs = 30_000
/** A visitor waits this long; the run goes on, and its result is there for the next request. */
const waitMs = 8_000
/** Of one chain. */
const waitingMax = 50
const memoryBytesMax = 32 << 20

export const createReplays = (store: Store<EvmTables>, options: ReplaysOptions = {}): Replays => {
  const stored = createReplayStore(store, options)
  const queues = new Map<number, LimitFunction>()
  const queueOf: QueueOf = (chain) => {
    const queue = queues.get(chain) ?? pLimit(Math.max(1, options.nodesOf?.(chain) ?? 1))
    queues.set(chain, queue)
    return queue
  }
  return {
    calls: kept('calls', callTree, stored, queueOf),
    state: kept('state', stateDiff, stored, queueOf),
    simulations: kept('calls', simulation, stored, queueOf),
    settled: stored.settled,
  }
}

type QueueOf = (chain: number) => LimitFunction

const kept = <Value>(
  kind: 'calls' | 'state',
  schema: z.ZodType<Value>,
  stored: ReplayStore,
  queueOf: QueueOf,
): Read<Value> => {
  const cache = createStateCache<Buffer>({
    weightMax: memoryBytesMax,
    weightOf: ({ length }) => length + 100,
    timeoutMs,
  })
  const load = async (
    transaction: ReplayedTransaction,
    run: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Buffer> => {
    const known = transaction.isIndexed ? await stored.read(transaction, kind) : undefined
    if (known) return known
    const queue = queueOf(transaction.chain)
    if (queue.pendingCount >= waitingMax)
      throw new ServiceError('not_available', 'Too many transactions are being traced. Please try again.', {
        retryAfterSeconds: 5,
      })
    // A node that ignores the signal does not hold its place in the queue for longer.
    const value = await queue(() => untilAborted(run(signal), signal))
    const content = await compress(JSON.stringify(value, decimals))
    if (transaction.isIndexed) stored.keep(transaction, kind, content)
    return content
  }
  return async (transaction, run, signal) => {
    const key = `${transaction.chain}/${toHex(transaction.block_hash)}/${toHex(transaction.hash)}`
    using wait = timeLimit(waitMs, 'The node is still running the transaction. Try again in some seconds.')
    const either = signal ? AbortSignal.any([signal, wait.signal]) : wait.signal
    const content = await cache.read(key, (limit) => load(transaction, run, limit), either)
    return schema.parse(JSON.parse((await expand(content)).toString()))
  }
}

const compress = promisify(deflate)
const expand = promisify(inflate)

const decimals = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

const hex = z.string().refine(isHex)
const amount = z.string().transform(BigInt)
const frames = z.array(
  z.object({
    type: z.string(),
    from: hex,
    to: hex.nullable(),
    value: amount,
    gas: amount,
    gasUsed: amount,
    input: hex,
    output: hex,
    depth: z.number(),
    error: z.string().nullable(),
    isUndone: z.boolean(),
    logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex, position: z.number() })),
  }),
)
const callTree: z.ZodType<CallTree> = z.object({
  method: z.enum(['debug_traceTransaction', 'trace_transaction']),
  frames,
})
const simulation: z.ZodType<Simulation> = z.object({
  method: z.enum(['debug_traceCall', 'eth_simulateV1', 'eth_call']),
  frames,
  gasUsed: amount.nullable(),
  coinMoves: z.array(z.object({ from: hex, to: hex, value: amount })).nullable(),
  isInBlock: z.boolean(),
  untraced: z.string().nullable(),
})

const amounts = z.object({ before: amount, after: amount }).nullable()
const stateDiff: z.ZodType<AccountChange[]> = z.array(
  z.object({
    address: hex,
    fate: z.enum(['created', 'changed', 'destroyed']),
    balance: amounts,
    nonce: amounts,
    code: z.object({ before: hex, after: hex }).nullable(),
    storage: z.array(z.object({ slot: hex, before: hex, after: hex })),
  }),
)
