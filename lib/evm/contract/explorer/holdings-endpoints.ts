import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import { tokenHeaders } from '#lib/evm/contract/interface/balance-endpoints.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

const price = record({
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

const valued = {
  price: price.nullable().describe('Null with `PRICES=off`, and where no price can be justified.'),
  usd_value: text().nullable().describe('Rounded down to cents; null beyond the depth of the pool.'),
}

const holding = record({
  token_address: hex(),
  name: text().nullable(),
  symbol: text().nullable(),
  decimals: count().nullable(),
  balance: decimal(),
  balance_formatted: text().nullable(),
  verified_contract: flag(),
  folded: z
    .enum(['spam', 'unverified'])
    .nullable()
    .describe('Why a page hides the token at first: flagged as spam, or without known symbol and decimals.'),
  last_transfer_block: decimal().nullable().describe("Of the address's newest indexed transfer; null without one."),
  ...valued,
})

export const evmHoldings = record({
  block_number: decimal().describe('The block after which the balances were read.'),
  block_timestamp: timestamp().nullable(),
  native: record({
    ...{ balance: decimal(), balance_formatted: text().nullable(), symbol: text(), decimals: count() },
    ...valued,
  }),
  tokens: z.array(holding),
  value: record({
    usd: text().describe('The sum of all values, in USD.'),
    valued_count: count().describe('Holdings with a value.'),
    held_count: count().describe('All holdings that are not folded, the native coin included.'),
  })
    .nullable()
    .describe('Null with `PRICES=off`, or if no node answered.'),
  token_count: count().describe('Tokens with a balance that are not folded, shown or not.'),
  folded: record({
    spam: count().describe('Tokens with a balance that are flagged as spam.'),
    unverified: count().describe('Tokens with a balance, but without known symbol and decimals.'),
    zero: count().describe('Tokens that the address moved and no longer holds.'),
    refused: count().describe('Tokens that the address moved whose contract returns no balance.'),
    failed: count().describe('Tokens for which no node answered in time.'),
  }),
  has_more: flag().describe('Whether the address has more transfers or tokens than were considered.'),
  note: text().nullable().describe('One sentence on what the list was computed from; null if no token can be missing.'),
})

/** The holdings of an address, for its page. */
export const holdingsEndpoints = {
  evmHoldings: endpoint(evmExplorerRoutes.evmHoldings, {
    summary: 'Get holdings of an address',
    description:
      'The native balance and the ERC20 tokens of an address after the newest indexed block, known tokens first and then ' +
      'those moved most recently. Tokens flagged as spam or without known decimals are only counted unless `folded=true`.',
    tag: 'EVM explorer',
    input: z.object({
      address: params.address().describe('The wallet or contract.'),
      chain: params.chain(),
      folded: parameters.boolean().default(false).describe('true lists folded tokens too, after the others.'),
      limit: params.limit(25).describe('The most tokens to return.'),
    }),
    headers: tokenHeaders,
    output: evmHoldings,
    example: {
      input: { address: examples.wallet, chain: 'eth' },
      output: {
        block_number: '16141217',
        block_timestamp: '2022-12-08T16:35:11.000Z',
        native: {
          balance: '1709495362615127',
          balance_formatted: '0.001709495362615127',
          symbol: 'ETH',
          decimals: 18,
          price: {
            usd: '1250.5',
            method: 'chainlink',
            source: examples.collection,
            pair: 'ETH / USD',
            quote: null,
            depth_usd: null,
            age_seconds: 1_284,
            window_seconds: null,
            block_number: '16141217',
          },
          usd_value: '2.13',
        },
        tokens: [
          {
            token_address: examples.token,
            name: 'Example Dollar',
            symbol: 'EXD',
            decimals: 6,
            balance: '1234567890',
            balance_formatted: '1234.56789',
            verified_contract: true,
            folded: null,
            last_transfer_block: '16141210',
            price: {
              usd: '1.0002',
              method: 'uniswap_v3',
              source: examples.collection,
              pair: null,
              quote: examples.token,
              depth_usd: '2804113.09',
              age_seconds: null,
              window_seconds: 1_800,
              block_number: '16141217',
            },
            usd_value: '1234.81',
          },
        ],
        value: { usd: '1236.94', valued_count: 2, held_count: 2 },
        token_count: 1,
        folded: { spam: 3, unverified: 1, zero: 4, refused: 0, failed: 0 },
        has_more: false,
        note: 'Found among the indexed transfers of the address and 680 listed tokens: other tokens may be missing.',
      },
    },
  }),
} satisfies Api

export type EvmHoldings = z.output<typeof evmHoldings>
