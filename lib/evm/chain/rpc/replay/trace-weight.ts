import { systemClock } from '#lib/base/clock.ts'
import { isServiceError, type ServiceError } from '#lib/base/errors.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { LearnedLimit } from '#lib/nodes/learned-limit.ts'

/** Calls and bytes (of inputs and outputs) of a trace that is asked for; a response of a node has 64 MiB at most. */
const callsMax = 50_000
const bytesMax = 16 << 20

/**
 * Counts what callTracer would record, without recording it: a call with a megabyte of calldata costs little gas, a trace of many
 * such calls fills the memory of its node, and some nodes (anvil) do not end a trace at its time limit. Reading calldata copies it,
 * so that nothing is read beyond the maximum.
 *
 * @see https://geth.ethereum.org/docs/developers/evm-tracing/custom-tracer
 */
const countedBy = `{
  calls: 0,
  bytes: 0,
  enter: function (frame) { this.calls++; if (this.bytes <= ${bytesMax}) this.bytes += frame.getInput().length },
  exit: function (result) { if (this.bytes <= ${bytesMax}) this.bytes += result.getOutput().length },
  fault: function () {},
  result: function () { return [this.calls, this.bytes] }
}`

export const weighingTracer = { tracer: countedBy }

/** Pools whose nodes run no tracers in JavaScript; they end traces themselves. */
const withoutWeight = new WeakMap<NodePool, LearnedLimit>()

/**
 * Why a transaction that is not sent must not be traced; undefined if it may be, also where the node cannot count. `count` runs it with
 * `weighingTracer`, and returns what the tracer returned.
 */
export const tooHeavyToTrace = async (pool: NodePool, count: () => Promise<unknown>): Promise<string | undefined> => {
  const lacksTracer = withoutWeight.get(pool) ?? new LearnedLimit()
  withoutWeight.set(pool, lacksTracer)
  if (lacksTracer.holds(systemClock.now())) return undefined
  const counted = await count().catch((error: unknown): ServiceError => {
    if (!isServiceError(error) || error.code === 'upstream_timeout') throw error
    return error
  })
  const [calls, bytes] = Array.isArray(counted) ? counted : []
  if (typeof calls !== 'number' || typeof bytes !== 'number') {
    if (isRefusal(counted, 'unsupported')) lacksTracer.confirm(systemClock.now())
    return undefined
  }
  lacksTracer.refute()
  if (calls > callsMax) return `It makes ${calls.toLocaleString('en-US')} calls, which is too much to trace.`
  if (bytes > bytesMax)
    return `Its calls carry more than ${bytesMax / 1024 ** 2} MiB of data, which is too much to trace.`
  return undefined
}
