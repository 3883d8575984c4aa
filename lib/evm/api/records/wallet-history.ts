import * as z from 'zod'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { logoField } from './logo.ts'
import { suspicionFields } from './suspicion.ts'
import { executionFields, internalTransaction, methodField } from './transactions.ts'

const never = (type: z.ZodType = text()) => type.nullable().describe('Always null from the index of this server.')

const parties = {
  from_address_entity: never(),
  from_address_entity_logo: never(),
  from_address: hex(),
  from_address_label: text().nullable(),
  to_address_entity: never(),
  to_address_entity_logo: never(),
  to_address: hex().nullable(),
  to_address_label: text().nullable(),
}
const direction = z.enum(['outgoing', 'incoming', 'self']).describe('From the point of view of the wallet.')

/** Other servers of this interface do not send them. */
const judged = z.object(suspicionFields).partial().shape

const historyErc20Transfer = record({
  token_name: text().nullable(),
  token_symbol: text().nullable(),
  token_logo: logoField(),
  token_decimals: decimal().nullable(),
  address: hex(),
  block_timestamp: timestamp(),
  ...parties,
  value: decimal(),
  value_formatted: text().nullable(),
  log_index: count(),
  possible_spam: flag(),
  verified_contract: flag(),
  direction,
  ...judged,
})

const historyNftTransfer = record({
  token_address: hex(),
  token_id: decimal(),
  token_name: text().nullable(),
  token_symbol: text().nullable(),
  ...parties,
  value: decimal().nullable(),
  amount: decimal(),
  contract_type: text().nullable(),
  transaction_type: text(),
  log_index: count(),
  operator: hex().nullable(),
  possible_spam: flag(),
  verified_collection: flag(),
  direction,
  collection_logo: never(),
  collection_banner_image: never(),
  ...judged,
})

const nativeTransfer = record({
  ...parties,
  value: decimal(),
  value_formatted: text().nullable(),
  direction,
  internal_transaction: flag().describe(
    'Whether a contract moved it within the transaction; only listed where internal transfers are indexed.',
  ),
  token_symbol: text(),
  token_logo: logoField(),
  ...judged,
})

const historyCategories = [
  ...(['send', 'receive', 'token send', 'token receive', 'nft send', 'nft receive', 'token swap'] as const),
  ...(['deposit', 'withdraw', 'nft purchase', 'nft sale', 'mint', 'burn', 'approve', 'revoke'] as const),
  'contract interaction',
] as const

export const historyTransaction = record({
  hash: hex(),
  nonce: decimal(),
  transaction_index: decimal(),
  ...parties,
  ...executionFields,
  transaction_fee: text().describe('In whole coins.'),
  block_timestamp: timestamp(),
  block_number: decimal(),
  block_hash: hex(),
  internal_transactions: z.array(internalTransaction).nullable().optional(),
  category: z.enum(historyCategories),
  contract_interactions: never(record({})),
  possible_spam: flag().describe('Whether the wallet only received tokens that are `possible_spam`.'),
  method_label: text().nullable().describe('Of contracts with a verified ABI.'),
  ...methodField,
  summary: text().describe('One sentence in English; amounts are cut to 6 significant digits.'),
  is_imitation: judged.is_imitation.describe(
    'Whether the wallet did not sign it, and an other side resembles an address that the wallet has dealt with.',
  ),
  imitates: judged.imitates,
  is_zero_value: judged.is_zero_value.describe('Whether the wallet did not sign it, and it moved nothing.'),
  is_dust: judged.is_dust.describe('Whether that is so of all its transfers.'),
  spam_reasons: judged.spam_reasons.describe('The rules that speak against its tokens.'),
  nft_transfers: z.array(historyNftTransfer).describe('From or to the wallet.'),
  erc20_transfers: z.array(historyErc20Transfer).describe('From or to the wallet.'),
  native_transfers: z.array(nativeTransfer).describe('From or to the wallet.'),
})

export type HistoryCategory = (typeof historyCategories)[number]
export type HistoryTransaction = z.output<typeof historyTransaction>
export type HistoryErc20Transfer = z.output<typeof historyErc20Transfer>
export type HistoryNftTransfer = z.output<typeof historyNftTransfer>
export type NativeTransfer = z.output<typeof nativeTransfer>
