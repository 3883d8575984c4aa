import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { fieldsOf, jsonTextOf } from './move-json.ts'

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
