import type { ListedTransaction } from '#components/evm/transaction-row.tsx'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import type { FeedPage } from './chain-feed.ts'

/** `0x` and the four bytes that name the method. */
const selectorLength = 10

/** Only what a row shows: the calls of a dozen pages would be most of the document. */
const listed = (row: NativeTransaction): ListedTransaction => ({
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
})

/** An empty cursor ends a list as null does: some servers of the interface send it so. */
export const feedPage = (page: { result: readonly NativeTransaction[]; cursor: string | null }): FeedPage => ({
  rows: page.result.map(listed),
  cursor: page.cursor || undefined,
})
