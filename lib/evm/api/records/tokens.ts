import * as z from 'zod'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { logoField } from './logo.ts'

const never = (type: z.ZodType = text()) => type.nullable().describe('Always null from the index of this server.')

/** A transfer in the lists of one wallet or one token. */
const tokenTransfer = record({
  token_name: text().nullable(),
  token_symbol: text().nullable(),
  token_logo: logoField(),
  token_decimals: decimal().nullable(),
  transaction_hash: hex(),
  address: hex().describe('The token.'),
  block_timestamp: timestamp(),
  block_number: decimal(),
  block_hash: hex(),
  from_address: hex(),
  from_address_label: text().nullable(),
  to_address: hex(),
  to_address_label: text().nullable(),
  value: decimal().describe("In the token's smallest unit."),
  transaction_index: count(),
  log_index: count(),
  possible_spam: flag(),
  verified_contract: flag(),
  value_decimal: text()
    .nullable()
    .describe('`value` divided by 10^`token_decimals`, as decimal text; null when the decimals are unknown.'),
})

export const tokenTransferPage = record({
  total: count().nullable().describe('The number of matching records with `disable_total=false`; otherwise null.'),
  page: count().describe('Number of this page, from 0.'),
  page_size: count(),
  cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
  result: z.array(tokenTransfer),
})

export const tokenMetadataRecord = record({
  address: hex(),
  address_label: text().nullable(),
  name: text().nullable(),
  symbol: text().nullable(),
  decimals: decimal().nullable(),
  logo: logoField(),
  logo_hash: never(),
  thumbnail: logoField(),
  total_supply: decimal()
    .nullable()
    .describe('Read after the newest indexed block; null without a node that reports it.'),
  total_supply_formatted: text().nullable(),
  block_number: never(),
  validated: never(z.number()),
  created_at: never(),
  possible_spam: flag(),
  verified_contract: flag(),
})

/** An address with a balance of a token. */
const tokenOwner = record({
  owner_address: hex(),
  owner_address_label: text().nullable(),
  balance: decimal().describe("In the token's smallest unit."),
  balance_formatted: text().nullable(),
  usd_value: text().nullable().describe('With `PRICES=on`; null without a price.'),
  is_contract: never(flag()),
  percentage_relative_to_total_supply: z.number(),
  entity: never(),
  entity_logo: never(),
})

export const tokenOwnerPage = record({
  page: count().describe('Number of this page, from 1.'),
  page_size: count(),
  cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
  total_supply: decimal().describe('The sum of all balances.'),
  result: z.array(tokenOwner),
})

export type TokenTransfer = z.output<typeof tokenTransfer>
export type TokenMetadataRecord = z.output<typeof tokenMetadataRecord>
