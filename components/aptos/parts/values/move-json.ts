import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'

/** Readers for unvalidated JSON from a full node: a page must render whatever it contains. */
export type MoveFields = Fields

export const fieldsOf = (value: unknown): MoveFields => (isFields(value) ? value : {})

export const jsonListOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const jsonTextOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

export const decimalOf = (value: unknown): string | undefined => {
  const text = jsonTextOf(value)
  return text !== undefined && /^\d+$/.test(text) ? text : undefined
}

/** The function that a transaction calls, or the kind of its payload. */
export const calledMoveFunction = (transaction: AptosTransaction): string | undefined => {
  const payload = fieldsOf(transaction.payload)
  const own = jsonTextOf(payload.function)
  if (own !== undefined) return own
  const inner = fieldsOf(payload.transaction_payload)
  if (payload.type === 'multisig_payload') return jsonTextOf(inner.function) ?? 'multisig approval'
  if (payload.type === 'script_payload') return 'script'
  if (payload.type === 'module_bundle_payload') return 'modules published'
  if (payload.type === 'write_set_payload') return 'write set'
  return jsonTextOf(transaction.validator_transaction_type) ?? jsonTextOf(payload.type)
}
