import type { EvmInternalCall } from '#lib/evm/chain/block.ts'

/** An internal call as stored, in JSON: those of a transaction's internal call without transaction and block. */
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
  /** Only set on calls that were reverted or made below a reverted call: no value moved. */
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
