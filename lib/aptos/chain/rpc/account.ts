import * as z from 'zod'
import { hash, u64 } from './block.ts'

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

/** Null where the node leaves it out, or returns it in a form that nobody knows: the others of its list stay readable. */
const known = <T>(schema: z.ZodType<T>) => schema.nullable().catch(null)
const called = z.looseObject({ function: z.string().optional().catch(undefined) })

/** One of `GET /v1/accounts/{address}/transactions`: a committed user transaction. */
export const sentNodeTransaction = z.looseObject({
  version: u64,
  type: z.string().min(1).catch('unknown'),
  hash: hash.catch('0x'),
  /** Microseconds since 1970. */
  timestamp: known(u64),
  sender: known(hash),
  sequence_number: known(u64),
  gas_used: known(u64),
  gas_unit_price: known(u64),
  success: known(z.boolean()),
  vm_status: known(z.string()),
  /** A multisig account's payload holds the called function one level deeper, or not at all. */
  payload: called.extend({ transaction_payload: called.nullish().catch(null) }).catch({}),
})

export type FullNodeAccount = z.output<typeof accountResource>
export type SentNodeTransaction = z.output<typeof sentNodeTransaction>
