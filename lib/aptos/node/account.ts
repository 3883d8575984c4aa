import * as z from 'zod'
import { aptosTransaction, hash, u64 } from './block.ts'

/**
 * `GET /v1/accounts/{address}/resource/0x1::account::Account`. Unlike the account endpoint, it does not invent an
 * account for an address without one.
 */
export const accountResource = z
  .object({ data: z.object({ sequence_number: u64, authentication_key: hash }) })
  .transform(({ data }) => ({
    /** The sequence number of the next transaction, which equals the number sent. */
    sequenceNumber: BigInt(data.sequence_number),
    authenticationKey: data.authentication_key,
  }))

const called = z.looseObject({ function: z.string().optional() })

/** One of `GET /v1/accounts/{address}/transactions`: a committed user transaction. */
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
