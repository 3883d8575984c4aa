import type { ListedTransaction } from '#components/evm/transaction-row.tsx'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { type FeedKind, feedCursor } from './feed-kind.ts'

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

/** Transactions; one that the chain has moved between two answers stays where it was. */
export const transactionFeed: FeedKind<ListedTransaction> = {
  keyOf: ({ hash }) => hash,
  timeOf: ({ block_timestamp }) => block_timestamp,
  mayRepeat: false,
  ask: async (client, { state: { chain }, lastBlock: _, ...question }, context) => {
    const { result, cursor } = await client.walletTransactions({ chain, ...question }, context)
    return { rows: result.map(listed), cursor: feedCursor(cursor) }
  },
}
