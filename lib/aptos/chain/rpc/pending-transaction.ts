import * as z from 'zod'
import { hash, u64 } from './block.ts'

/** One of `GET /v1/transactions/by_hash/{hash}` that is not committed yet. */
const pendingTransaction = z.object({
  type: z.literal('pending_transaction'),
  hash,
  sender: hash,
  sequence_number: u64.nullish(),
  replay_protection_nonce: u64.nullish(),
  max_gas_amount: u64.nullish(),
  gas_unit_price: u64.nullish(),
  expiration_timestamp_secs: u64.nullish(),
  payload: z.unknown(),
})
const committedTransaction = z.object({ version: u64 })

/** What a node knows of a transaction by its hash. */
export const transactionState = z.union([
  pendingTransaction.transform((transaction) => ({ state: 'pending' as const, transaction })),
  committedTransaction.transform(({ version }) => ({ state: 'committed' as const, version })),
])

export type TransactionState = z.output<typeof transactionState>
