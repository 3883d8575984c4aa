import * as z from 'zod'
import { count, decimal, flag, record, text } from '#lib/api/record.ts'

const never = (type: z.ZodType = text()) => type.nullable().describe('Always null from the index of this server.')

const tokenFields = {
  token_address: text().describe('The contract; `0xeeee…` for the native coin.'),
  name: text().nullable(),
  symbol: text().nullable(),
  logo: never(),
  thumbnail: never(),
  decimals: count().nullable().describe('Null when the contract returns none.'),
  balance: decimal().describe("In the token's smallest unit."),
  possible_spam: flag(),
  verified_contract: flag().describe("Whether the operator's list or the bundled token list has the token."),
  total_supply: never(),
  total_supply_formatted: never(),
  percentage_relative_to_total_supply: never(z.number()),
}

/** A token of `/:address/erc20`. */
export const tokenBalance = record(tokenFields)

/** A token of `/wallets/:address/tokens`. */
const pricedTokenBalance = record({
  ...tokenFields,
  balance_formatted: text().nullable().describe('`balance` divided by 10^`decimals`; null when those are unknown.'),
  usd_price: never(),
  usd_price_24hr_percent_change: never(),
  usd_price_24hr_usd_change: never(),
  usd_value: never(z.number()),
  usd_value_24hr_usd_change: never(),
  native_token: flag(),
  portfolio_percentage: never(z.number()),
})

export const tokenBalancePage = record({
  page: count().describe('Number of this page, from 1.'),
  page_size: count(),
  block_number: count().describe('The block after which the balances were read.'),
  cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
  result: z.array(pricedTokenBalance),
})

export type TokenBalance = z.output<typeof tokenBalance>
export type PricedTokenBalance = z.output<typeof pricedTokenBalance>
