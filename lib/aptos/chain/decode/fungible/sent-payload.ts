import * as z from 'zod'
import { longAddress } from '#lib/aptos/chain/decode/bytes.ts'
import { address, readFields, u64 } from '#lib/aptos/chain/decode/node-fields.ts'
import { isFields } from '#lib/base/is-fields.ts'

/** What a user's transaction says of its fee and its call. */
export type SentPayload = {
  sender: string
  /** Octas that were burnt for gas. */
  gasFee: string
  isSuccess: boolean
  /** The account that paid instead of the sender. A long address. */
  feePayer: string | null
  /** The called entry function, also of a multisig account; null for a script. */
  entryFunction: string | null
}

const entryFunctionLengthMax = 1_000

const entryFunction = z.object({ type: z.literal('entry_function_payload'), function: z.string() })
const multisig = z.object({ type: z.literal('multisig_payload'), transaction_payload: entryFunction })
const called = z
  .union([entryFunction, multisig.transform((payload) => payload.transaction_payload)])
  .transform((payload) => payload.function.slice(0, entryFunctionLengthMax))
const sponsoredType = 'fee_payer_signature'
const sponsored = z.object({ fee_payer_address: address })
const sent = z.object({
  sender: address,
  gas_used: u64,
  gas_unit_price: u64,
  success: z.boolean(),
  // Without them, the called function and another payer are not known.
  payload: z.unknown().optional(),
  signature: z.unknown().optional(),
})

/** @throws ServiceError `upstream_failed` if the transaction has no fee or outcome. */
export const readSentPayload = (transaction: unknown, version: string): SentPayload => {
  const { sender, gas_used, gas_unit_price, success, payload, signature } = readFields(
    sent,
    transaction,
    'a user’s transaction',
    version,
  )
  const call = called.safeParse(payload)
  // Most are not sponsored: a schema that does not match costs more than everything else here.
  const isSponsored = isFields(signature) && signature.type === sponsoredType
  const payer = isSponsored ? sponsored.safeParse(signature) : undefined
  return {
    sender: longAddress(sender),
    gasFee: String(BigInt(gas_used) * BigInt(gas_unit_price)),
    isSuccess: success,
    feePayer: payer?.success ? longAddress(payer.data.fee_payer_address) : null,
    entryFunction: call.success ? call.data : null,
  }
}
