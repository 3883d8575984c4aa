import * as z from 'zod'
import { count, decimal, flag, hex, preciseTimestamp, record, text } from '#lib/api/record.ts'

/** Of a row in a list of everything that is indexed. */
export const dayActivity = {
  day_activity_count: count().describe('Activity on `day`; a transfer counts as two.'),
  day: z.iso.date().describe('The last whole day of the index, UTC; its only day where it has no other.'),
}

/** Lower-case hex; responses contain the long form of 64 digits. */
export const addressRecord = () => z.string().regex(/^0x[0-9a-f]{1,64}$/)

const tokenStandard = () =>
  z
    .enum(['v1', 'v2'])
    .optional()
    .describe('`v2` for a digital asset, whose ids are object addresses. Absent for a token of module 0x3.')

export const aptosNftTransfer = record({
  collection_data_id_hash: text(),
  collection_name: text(),
  creator_address: addressRecord(),
  event_account_address: addressRecord(),
  event_creation_number: decimal(),
  event_sequence_number: decimal(),
  name: text(),
  property_version: decimal(),
  token_amount: decimal(),
  token_data_id_hash: text(),
  transaction_timestamp: preciseTimestamp(),
  transfer_type: text().describe('The Move type of the event, e.g. `0x3::token::DepositEvent`.'),
  transaction_version: decimal(),
  coin_amount: decimal().nullable(),
  coin_type: text().nullable(),
  from_address: addressRecord().nullable(),
  to_address: addressRecord().nullable(),
  token_standard: tokenStandard(),
})

export const aptosNftOwner = record({
  amount: decimal(),
  collection_data_id_hash: text(),
  collection_name: text(),
  creator_address: addressRecord(),
  last_transaction_timestamp: preciseTimestamp(),
  last_transaction_version: decimal(),
  name: text(),
  owner_address: addressRecord(),
  property_version: decimal(),
  table_type: text()
    .nullable()
    .describe(
      'The Move type of the store that holds the token, e.g. `0x3::token::TokenStore`; null for a digital asset.',
    ),
  token_data_id_hash: text(),
  token_properties: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .describe('An object; some servers with this interface return it as JSON text.'),
  token_standard: tokenStandard(),
})

export const aptosStateChange = record({ type: text(), state_key_hash: text().nullish() })

export const aptosEvent = record({
  type: text(),
  sequence_number: text().nullish(),
  guid: record({ creation_number: text(), account_address: text() }).optional(),
  data: z.unknown(),
})

/**
 * A transaction in the format of the full node's REST API, unchanged: only the fields used by pages and the reference
 * are declared; others pass through. What newer kinds lack is absent or null, as the node returns it.
 */
export const aptosTransactionRecord = record({
  type: text().describe('E.g. `user_transaction`, `block_metadata_transaction`, `state_checkpoint_transaction`.'),
  hash: text(),
  version: decimal().optional().describe('Absent on pending transactions.'),
  timestamp: decimal().nullish(),
  success: flag().nullish(),
  vm_status: text().nullish(),
  gas_used: decimal().nullish(),
  sender: text().nullish(),
  sequence_number: decimal().nullish().describe('Null for an orderless transaction, which has a nonce instead.'),
  max_gas_amount: decimal().nullish(),
  gas_unit_price: decimal().nullish(),
  expiration_timestamp_secs: decimal().nullish(),
  changes: z.array(aptosStateChange).optional(),
  events: z.array(aptosEvent).optional(),
  payload: record({}).nullable().optional(),
  raw_reason: text().optional().describe('Why only the type, version and hash could be read; absent if all could.'),
  raw: z.unknown().optional().describe('What the node returned, if its form is unknown.'),
})

const blockFields = {
  block_height: decimal(),
  block_hash: hex(),
  block_timestamp: decimal().describe('Microseconds since 1970.'),
  first_version: decimal().describe('Ledger version of the first transaction in the block.'),
  last_version: decimal().describe('Ledger version of the last transaction in the block.'),
}

export const aptosBlockSummary = record(blockFields)
export const aptosBlock = record({
  ...blockFields,
  transactions: z.array(aptosTransactionRecord).nullable().describe('Null unless `with_transactions=true`.'),
})

export type AptosNftTransfer = z.output<typeof aptosNftTransfer>
export type AptosNftOwner = z.output<typeof aptosNftOwner>
export type AptosTransaction = z.output<typeof aptosTransactionRecord>
export type AptosBlock = z.output<typeof aptosBlock>
export type AptosBlockSummary = z.output<typeof aptosBlockSummary>

/** A page of a list of our own endpoints. */
export const explorerPage = <Item extends z.ZodType>(item: Item) =>
  record({
    cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
    result: z.array(item),
  })

/** The asset of a balance change, and the change: signed, in the smallest unit. */
export const movedAsset = {
  asset_id: addressRecord().describe('The metadata object; for a coin, the one that the framework pairs it with.'),
  asset_type: text().describe('The coin type, or the address of the metadata object.'),
  name: text().nullable(),
  symbol: text().nullable(),
  decimals: count().nullable(),
  amount: z
    .string()
    .regex(/^-?\d+$/)
    .describe("In the smallest unit; negative if the account has less of it. A sender's gas is not included."),
}
