import { ServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { RpcError } from '#lib/evm/chain/rpc/transport/classify.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** The returned bytes, the contract's revert, or why no node answered. */
type CallOutcome = { result: string } | { revert: RpcError } | { failed: ServiceError }

/** `eth_call` with the parameters of one; never rejects. */
export type BatchedCall = (params: readonly unknown[]) => Promise<CallOutcome>

export type CallBatchOptions = {
  /** Only nodes with this block are used. */
  minimumHead: number
  /** Limit of one request to a node. */
  timeoutMs?: number
  signal?: AbortSignal
}

type Waiting = { params: readonly unknown[]; settle: (outcome: CallOutcome) => void }

/** A batch that no known node refuses. */
const batchMax = 49
const timeoutMsDefault = 5_000
const attemptsMax = 2

/**
 * Sends the `eth_call`s that are made in one turn of the event loop as one request. Unlike in a multicall, a hostile contract
 * cannot use up the gas of the others; if it delays the whole batch beyond the limit, each call is repeated on its own.
 */
export const createCallBatch = (pool: NodePool, options: CallBatchOptions): BatchedCall => {
  const { minimumHead, timeoutMs = timeoutMsDefault, signal } = options
  let waiting: Waiting[] = []

  const send = async (calls: readonly Waiting[]): Promise<void> => {
    using limit = timeLimit(timeoutMs)
    const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
    const asked = calls.map(({ params }) => ({ method: 'eth_call', params, mayFail: true }))
    try {
      const results = await pool.callMany(asked, { minimumHead, attemptsMax, signal: either })
      for (const [index, call] of calls.entries()) call.settle(outcomeOf(results[index]))
    } catch (error) {
      if (calls.length > 1 && !signal?.aborted) await Promise.all(calls.map((call) => send([call])))
      else for (const call of calls) call.settle({ failed: asFailure(error) })
    }
  }

  const flush = (): void => {
    const all = waiting
    waiting = []
    for (let next = 0; next < all.length; next += batchMax) void send(all.slice(next, next + batchMax))
  }

  return (params) =>
    new Promise((settle) => {
      waiting.push({ params, settle })
      if (waiting.length === 1) setImmediate(flush)
    })
}

const outcomeOf = (result: unknown): CallOutcome => {
  if (typeof result === 'string') return { result }
  if (!(result instanceof NodeRefusal)) return { failed: asFailure(undefined) }
  return result.failure.kind === 'reverted' ? { revert: result.rpcError } : { failed: result }
}

const asFailure = (cause: unknown): ServiceError =>
  cause instanceof ServiceError
    ? cause
    : new ServiceError('upstream_timeout', 'The Ethereum node did not answer in time.', { cause })
