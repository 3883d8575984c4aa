import type { NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import { isTextInput } from '#lib/format/text-input.ts'

/** `0x` and the four bytes that name the method. */
const selectorLength = 10

/** A transaction as lists show it; of its calldata, only the selector. */
export type ListedTransaction = ListedFields & {
  /** The called method's name, or `Text` for an input that is readable text; undefined if unknown. */
  methodName?: string
  /** The name comes from the selector, not from a verified ABI of the contract. */
  isGuess?: true
}

type ListedFields = Pick<
  NativeTransaction,
  | 'hash'
  | 'receipt_status'
  | 'receipt_contract_address'
  | 'receipt_gas_used'
  | 'gas_price'
  | 'input'
  | 'value'
  | 'block_number'
  | 'block_timestamp'
  | 'from_address'
  | 'from_address_label'
  | 'to_address'
  | 'to_address_label'
>

export const listedTransaction = (row: NativeTransaction): ListedTransaction => ({
  hash: row.hash,
  receipt_status: row.receipt_status,
  receipt_contract_address: row.receipt_contract_address,
  receipt_gas_used: row.receipt_gas_used,
  gas_price: row.gas_price,
  input: row.input.slice(0, selectorLength),
  value: row.value,
  block_number: row.block_number,
  block_timestamp: row.block_timestamp,
  from_address: row.from_address,
  from_address_label: row.from_address_label,
  to_address: row.to_address,
  to_address_label: row.to_address_label,
  ...(row.method ? { methodName: row.method.label } : isText(row) && { methodName: 'Text' }),
  ...(row.method?.source === 'signatures' && { isGuess: true }),
})

const isText = ({ to_address, input }: NativeTransaction): boolean => to_address !== null && isTextInput(input)
