import type { EvmInternalCall } from '#lib/evm/node/block.ts'

/** One internal call as it is kept, in JSON: what E4 renders of it but the transaction and block it is in. */
export type StoredInternalCall = {
  type: string
  from: string
  /** The created contract of a CREATE; null if creating failed. */
  to: string | null
  value: string
  gas: string
  gas_used: string
  input: string
  output: string
  /** Only on calls that were undone, or made below one that was: no value moved then. */
  error?: string
}

const undoneFromAbove = 'undone: a call above it failed'

/** Every call below the transaction's own, in execution order. */
export const storedInternalCalls = (calls: readonly EvmInternalCall[]): StoredInternalCall[] =>
  calls.map((call) => ({
    type: call.type,
    from: call.from,
    to: call.to,
    value: String(call.value),
    gas: String(call.gas),
    gas_used: String(call.gasUsed),
    input: call.input,
    output: call.output,
    ...(call.isUndone && { error: call.error ?? undoneFromAbove }),
  }))
