import type * as z from 'zod'
import { decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { logoField } from './logo.ts'

const tokenFields = {
  token_name: text().nullable(),
  token_symbol: text().nullable(),
  token_logo: logoField(),
  token_decimals: decimal().nullable(),
}

const fromFields = { from_wallet: hex(), from_wallet_label: text().nullable() }
const toFields = { to_wallet: hex(), to_wallet_label: text().nullable() }

const eventFields = {
  contract_address: hex(),
  block_hash: hex(),
  block_number: decimal(),
  block_timestamp: timestamp(),
  transaction_hash: hex(),
  transaction_index: decimal(),
  log_index: decimal(),
  value: decimal().describe("In the token's smallest unit."),
  possible_spam: flag(),
  verified_collection: flag(),
  value_decimal: text()
    .nullable()
    .describe('`value` divided by 10^`token_decimals`, as decimal text; null when the decimals are unknown.'),
}

/** A transfer, or an approval, where `from_wallet` is the owner and `to_wallet` the spender. */
export const erc20Event = record({ ...tokenFields, ...fromFields, ...toFields, ...eventFields })
/** A transfer to the zero address, which is omitted. */
export const erc20Burn = record({ ...tokenFields, ...fromFields, ...eventFields })

/** A transfer from the zero address, which is omitted. */
export const erc20Mint = record({ ...tokenFields, ...toFields, ...eventFields })

export type Erc20Event = z.output<typeof erc20Event>
export type Erc20Burn = z.output<typeof erc20Burn>
export type Erc20Mint = z.output<typeof erc20Mint>
