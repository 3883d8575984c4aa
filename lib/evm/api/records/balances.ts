import * as z from 'zod'
import { count, decimal, flag, record, text } from '#lib/api/record.ts'
import { logoField } from './logo.ts'

const never = (type: z.ZodType = text()) => type.nullable().describe('Always null from the index of this server.')

const priceNote = 'In USD, decimal text, with `PRICES=on`; null where no price can be justified.'
const valueNote =
  'In USD, rounded down to cents; null without a price, or beyond the depth of the pool that it is from.'

const tokenFields = {
  token_address: text().describe('The contract; `0xeeee…` for the native coin.'),
  name: text().nullable(),
  symbol: text().nullable(),
  logo: logoField(),
  thumbnail: logoField(),
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
  usd_price: text().nullable().describe(priceNote),
  usd_price_24hr_percent_change: never(),
  usd_price_24hr_usd_change: never(),
  usd_value: z.number().nullable().describe(valueNote),
  usd_value_24hr_usd_change: never(),
  native_token: flag(),
  portfolio_percentage: z.number().nullable().describe('Share of the value of all tokens with a value.'),
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
