import type { EvmInternalCall } from '#lib/evm/node/block.ts'

/** One internal call as it is kept, in JSON: what E4 renders of it but the transaction and block it is in. */
export type StoredInternalCall = {
  type: string
  from: string
  /** The created contract of a CREATE; null where creating failed. */
  to: string | null
  value: string
  gas: string
  gas_used: string
  input: string
  output: string
  /** Only on calls that were undone, or made below one that was: no value moved then. */
  error?: string
}

/** Every call below the transaction's own, in execution order. A failed call undoes all below it, so they carry its error. */
export const storedInternalCalls = (calls: readonly EvmInternalCall[]): StoredInternalCall[] => {
  let failed: { depth: number; error: string } | undefined
  return calls.map((call) => {
    if (failed && call.depth <= failed.depth) failed = undefined
    if (!failed && call.error !== null) failed = { depth: call.depth, error: call.error }
    const error = call.error ?? failed?.error
    return {
      type: call.type,
      from: call.from,
      to: call.to,
      value: String(call.value),
      gas: String(call.gas),
      gas_used: String(call.gasUsed),
      input: call.input,
      output: call.output,
      ...(error !== undefined && { error }),
    }
  })
}
