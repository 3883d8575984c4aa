import * as z from 'zod'
import { aptosTransaction, hash, u64 } from './block.ts'

/** `GET /v1/accounts/{address}/resource/0x1::account::Account`. Nodes make up an account for an address without one; this they do not. */
export const accountResource = z
  .object({ data: z.object({ sequence_number: u64, authentication_key: hash }) })
  .transform(({ data }) => ({
    /** That of the next transaction: as many have been sent. */
    sequenceNumber: BigInt(data.sequence_number),
    authenticationKey: data.authentication_key,
  }))

const called = z.looseObject({ function: z.string().optional() })

/** One of `GET /v1/accounts/{address}/transactions`: a user's transaction that is in the ledger. */
export const sentTransaction = aptosTransaction.extend({
  /** Microseconds since 1970. */
  timestamp: u64,
  sender: hash,
  sequence_number: u64,
  gas_used: u64,
  gas_unit_price: u64,
  success: z.boolean(),
  vm_status: z.string(),
  /** A multisig account's payload holds the called function one level deeper, or not at all. */
  payload: called.extend({ transaction_payload: called.nullish() }),
})

export type AptosAccount = z.output<typeof accountResource>
export type SentTransaction = z.output<typeof sentTransaction>
