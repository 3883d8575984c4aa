import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { jsonValue } from '#lib/api/input/parse-json.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { logoField } from '#lib/evm/api/records/logo.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'Prices'
/** As many as one look at the pools has prices for. */
const tokensMax = 60

const never = () => text().nullable().describe('Always null from the index of this server.')

const rules =
  'From Chainlink feeds, or from the deepest Uniswap pool averaged over half an hour, at most three minutes old; requires `PRICES=on`. ' +
  'Possible spam has no price.'

const tokenPrice = record({
  tokenName: text().nullable(),
  tokenSymbol: text().nullable(),
  tokenLogo: logoField(),
  tokenDecimals: decimal(),
  nativePrice: record({
    value: decimal().describe('Of a whole token, in the smallest unit of the native coin.'),
    decimals: count(),
    name: text(),
    symbol: text(),
    address: hex().describe('The wrapped native coin.'),
  }).nullable(),
  usdPrice: z.number(),
  usdPriceFormatted: text(),
  '24hrPercentChange': never(),
  exchangeName: text().describe('`Chainlink`, `Uniswap v2` or `Uniswap v3`.'),
  exchangeAddress: hex().nullable().describe('The factory of the pool; null for a feed.'),
  pairAddress: hex().nullable().describe('The pool; null for a feed.'),
  pairTotalLiquidityUsd: never(),
  tokenAddress: hex(),
  toBlock: decimal().describe('The block after which it was read.'),
  possibleSpam: flag(),
  verifiedContract: flag(),
})

const exampleItem = {
  tokenName: 'Example Dollar',
  tokenSymbol: 'EXD',
  tokenLogo: null,
  tokenDecimals: '6',
  nativePrice: {
    value: '392156862745098',
    decimals: 18,
    name: 'ETH',
    symbol: 'ETH',
    address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  },
  usdPrice: 1.0002,
  usdPriceFormatted: '1.0002',
  '24hrPercentChange': null,
  exchangeName: 'Uniswap v3',
  exchangeAddress: '0x1f98431c8ad98523631ae4a59f267346ea31f984',
  pairAddress: examples.wallet,
  pairTotalLiquidityUsd: null,
  tokenAddress: examples.token,
  toBlock: '16141217',
  possibleSpam: false,
  verifiedContract: true,
}

const askedTokens = () =>
  jsonValue(
    {
      type: 'list of priced tokens',
      accepts: `a JSON list of 1 to ${tokensMax} objects with \`token_address\` (0x and 40 hex digits)`,
      json: {
        type: 'array',
        minItems: 1,
        maxItems: tokensMax,
        items: { type: 'object', properties: { token_address: { type: 'string' } }, required: ['token_address'] },
      },
      fault: 'is not a list of tokens',
    },
    z
      .array(
        z.object({
          token_address: params.address(),
          exchange: parameters.text({ max: 64 }).optional(),
          to_block: parameters.integer().optional(),
        }),
      )
      .min(1)
      .max(tokensMax),
  )

const include = () =>
  parameters.oneOf(['percent_change']).optional().describe('Has no effect: changes of prices are not kept.')

/** What tokens cost. */
export const tokenPriceEndpoints = endpointsOf(evmRoot, {
  tokenPrice: endpoint({
    path: '/api/v2/erc20/:address/price',
    summary: 'Get ERC20 token price',
    description: `The price of a token in dollars and in the native coin. ${rules} A token without a justified price returns 404.`,
    tag,
    input: z.object({
      address: params.address().describe('The token contract.'),
      chain: params.chain(),
      exchange: parameters
        .text({ max: 64 })
        .optional()
        .describe('`uniswapv2`, `uniswapv3` or `chainlink`: 404 if the price is from elsewhere.'),
      to_block: parameters
        .integer()
        .optional()
        .describe('Prices are of the newest indexed block: an earlier one is refused.'),
      include: include(),
    }),
    output: tokenPrice,
    example: { input: { address: examples.token, chain: 'eth' }, output: exampleItem },
  }),
  tokenPrices: endpoint({
    method: 'POST',
    path: '/api/v2/erc20/prices',
    inQuery: ['chain', 'include'],
    summary: 'Get multiple ERC20 token prices',
    description: `The prices of several tokens, in the order of the request. ${rules} Tokens without a justified price are left out.`,
    tag,
    input: z.object({
      chain: params.chain(),
      include: include(),
      tokens: askedTokens().describe('The tokens; `exchange` and `to_block` as in the request for one token.'),
    }),
    output: z.array(tokenPrice),
    example: {
      input: { chain: 'eth', tokens: [{ token_address: examples.token }] },
      output: [exampleItem],
    },
  }),
})

export type TokenPrice = z.output<typeof tokenPrice>
