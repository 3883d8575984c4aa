import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { tokenMetadataRecord } from '#lib/evm/api/records/tokens.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'
import { exchangeNames } from './exchanges.ts'

const tag = 'DeFi'
const atBlock =
  'Read from a node after the newest indexed block, or `to_block` or the last block until `to_date`, which needs a node that keeps its state.'

const exchange = () =>
  parameters
    .matching({
      type: 'exchange',
      accepts: `one of ${exchangeNames.join(', ')}, or the address of a factory like that of Uniswap v2`,
      pattern: `^(${exchangeNames.join('|')}|0x[0-9a-fA-F]{40})$`,
      fault: 'is not a known exchange',
      read: (given) => given.toLowerCase(),
    })
    .describe('The exchange.')

const moment = () => ({
  to_block: parameters.integer().optional().describe('The block. Takes precedence over `to_date`.'),
  to_date: parameters.date().optional().describe('The time. Ignored if `to_block` is given.'),
})

const twoTokens = () => ({
  token0_address: params.address().describe('One token.'),
  token1_address: params.address().describe('The other token.'),
  chain: params.chain(),
})

const other = { ...examples.tokenMetadata, address: examples.collection, name: 'Example Coin', symbol: 'EXC' }
const exampleTokens = { token0_address: examples.token, token1_address: examples.collection, chain: 'eth' }

/** Pairs and pools of exchanges like Uniswap. */
export const pairEndpoints = endpointsOf(evmRoot, {
  pairAddress: endpoint({
    path: '/api/v2/:token0_address/:token1_address/pairAddress',
    summary: 'Get pair address',
    description: `The pair of two tokens on an exchange; of the pools of Uniswap v3 the one with the most liquidity. 404 without one. ${atBlock}`,
    tag,
    input: z.object({ ...twoTokens(), exchange: exchange(), ...moment() }),
    output: record({ token0: tokenMetadataRecord, token1: tokenMetadataRecord, pairAddress: hex() }),
    example: {
      input: { ...exampleTokens, exchange: 'uniswapv2' },
      output: { token0: examples.tokenMetadata, token1: other, pairAddress: examples.wallet },
    },
  }),
  pairReserves: endpoint({
    path: '/api/v2/:pair_address/reserves',
    summary: 'Get pair reserves',
    description: `What a pair like those of Uniswap v2 holds of its tokens, in their smallest units. 404 for another contract. ${atBlock}`,
    tag,
    input: z.object({ pair_address: params.address().describe('The pair.'), chain: params.chain(), ...moment() }),
    output: record({ reserve0: decimal(), reserve1: decimal() }),
    example: {
      input: { pair_address: examples.wallet, chain: 'eth' },
      output: { reserve0: '24074164111229543512', reserve1: '14956971539576119409223' },
    },
  }),
  pairPrice: endpoint({
    path: '/api/v2/:token0_address/:token1_address/price',
    summary: 'Get pair price',
    description:
      'What one token costs in the other by the state of their pair: any trade moves it, so it is not a safe price. In dollars with ' +
      `\`PRICES=on\`, if the other token has a price there. ${atBlock}`,
    tag,
    input: z.object({
      ...twoTokens(),
      exchange: exchange().optional().describe('The exchange. Default: uniswapv2.'),
      ...moment(),
    }),
    output: record({
      pair_address: hex(),
      pair_label: text(),
      exchange: text(),
      quote_price: text().describe('Of a whole `base_token` in whole `quote_token`, decimal text.'),
      price_usd: text().nullable(),
      base_token: tokenMetadataRecord,
      quote_token: tokenMetadataRecord,
    }),
    example: {
      input: exampleTokens,
      output: {
        pair_address: examples.wallet,
        pair_label: 'EXD/EXC',
        exchange: 'uniswapv2',
        quote_price: '621.287',
        price_usd: null,
        base_token: examples.tokenMetadata,
        quote_token: other,
      },
    },
  }),
})
