import * as z from 'zod'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'

/** A price in USD, and how it was found. */
export const priceOutput = record({
  usd: text().describe('Of a whole token, decimal text.'),
  method: z.enum(['chainlink', 'uniswap_v2', 'uniswap_v3']),
  source: hex().describe('The feed or the pool.'),
  pair: text().nullable().describe('Of a feed: `ETH / USD`.'),
  quote: hex().nullable().describe('Of a pool: the token in which it quotes.'),
  depth_usd: text().nullable().describe('Of a pool: what it holds of `quote`, at its least in the window.'),
  age_seconds: count().nullable().describe('Of a feed: the age of its newest round.'),
  window_seconds: count().nullable().describe('Of a pool: the time over which its price was averaged.'),
  block_number: decimal().describe('The block after which it was read.'),
})
