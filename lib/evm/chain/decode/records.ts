import { toHex } from '#lib/base/bytes.ts'
import type { NativeTransaction, TransactionLog } from '#lib/evm/api/records/transactions.ts'
import type { BlockRow, LogRow, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import type { LabelOf } from '#lib/evm/labels/known-addresses.ts'
import { readGasLimit } from './block-rows.ts'

/** The block fields of a record. */
export type InBlock = { block_hash: Uint8Array; block_timestamp: number }
/** A transaction with the facts of its block that records need. */
export type StoredTransaction = TransactionRow & InBlock & { base_fee_per_gas: string | null }

/** Unix seconds in the interface's time format. */
export const timestampText = (seconds: number): string => {
  // Rows of one block follow one another.
  if (seconds !== last.seconds) last = { seconds, text: new Date(seconds * 1_000).toISOString() }
  return last.text
}

let last = { seconds: 0, text: '1970-01-01T00:00:00.000Z' }

/** A row whose bytes may already be hex text from the database. */
type Hexed<Row> = { [Column in keyof Row]: Uint8Array extends Row[Column] ? Row[Column] | string : Row[Column] }

const hexOf = (bytes: Uint8Array | string): string => (typeof bytes === 'string' ? bytes : toHex(bytes))
const hexOrNull = (bytes: Uint8Array | string | null): string | null => (bytes === null ? null : hexOf(bytes))

/** The columns needed to show a transaction. */
export type ShownTransaction = Hexed<Omit<TransactionRow, 'chain' | 'type'> & InBlock>

/** A stored transaction as the API returns it; the fields are in the order of the interface. */
export const transactionRecord = (row: ShownTransaction, labelOf: LabelOf): NativeTransaction => {
  const from = hexOf(row.from_address)
  const to = hexOrNull(row.to_address)
  return {
    hash: hexOf(row.hash),
    nonce: row.nonce,
    transaction_index: String(row.transaction_index),
    from_address: from,
    from_address_label: labelOf(from),
    to_address: to,
    to_address_label: to && labelOf(to),
    value: row.value,
    gas: row.gas,
    gas_price: row.gas_price,
    input: hexOf(row.input),
    receipt_cumulative_gas_used: row.cumulative_gas_used,
    receipt_gas_used: row.gas_used,
    receipt_contract_address: hexOrNull(row.contract_address),
    receipt_root: hexOrNull(row.root),
    receipt_status: row.status === null ? null : String(row.status),
    block_timestamp: timestampText(row.block_timestamp),
    block_number: String(row.block_number),
    block_hash: hexOf(row.block_hash),
    transfer_index: [row.block_number, row.transaction_index],
  }
}

/** A stored log of that transaction as the API returns it. */
export const logRecord = (row: LogRow, transaction: NativeTransaction): TransactionLog => ({
  log_index: String(row.log_index),
  transaction_hash: transaction.hash,
  transaction_index: transaction.transaction_index,
  address: toHex(row.address),
  data: toHex(row.data),
  topic0: hexOrNull(row.topic0),
  topic1: hexOrNull(row.topic1),
  topic2: hexOrNull(row.topic2),
  topic3: hexOrNull(row.topic3),
  block_timestamp: transaction.block_timestamp,
  block_number: transaction.block_number,
  block_hash: transaction.block_hash,
  transfer_index: [row.block_number, row.transaction_index, row.log_index],
  transaction_value: transaction.value,
})

/** A stored block as the explorer's lists render it. */
export const blockRecord = (row: BlockRow, labelOf: LabelOf = () => null) => ({
  block_number: String(row.number),
  block_hash: toHex(row.hash),
  parent_hash: toHex(row.parent_hash),
  block_timestamp: timestampText(row.timestamp),
  miner: toHex(row.miner),
  miner_label: labelOf(toHex(row.miner)),
  gas_used: row.gas_used,
  gas_limit: readGasLimit(row),
  base_fee_per_gas: row.base_fee_per_gas,
  size: row.size === null ? null : String(row.size),
  transaction_count: row.transaction_count,
})
