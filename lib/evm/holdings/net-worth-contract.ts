import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

const dollars = () => text().describe('Rounded down to cents.')

/** What a wallet holds, in dollars. */
export const netWorthEndpoints = endpointsOf(evmRoot, {
  walletNetWorth: endpoint({
    path: '/api/v2/wallets/:address/net-worth',
    summary: 'Get wallet net worth',
    description:
      'The value of the native coins and the ERC20 tokens of a wallet, by chain. Tokens without a justified price, and holdings beyond ' +
      'the depth of the pool that their price is from, count as nothing. `x-index-complete` says whether no token can be missing. ' +
      'Requires `PRICES=on`; chains whose prices cannot be read are in `unavailable_chains`, and those without any in ' +
      '`unsupported_chain_ids`.',
    tag: 'Balances',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chains: params.chains(),
      exclude_spam: parameters.boolean().default(false).describe('Spam has no price, whatever this says.'),
      exclude_unverified_contracts: parameters
        .boolean()
        .default(false)
        .describe('true leaves out tokens that are not verified.'),
    }),
    isNotFound: false,
    output: record({
      total_networth_usd: dollars(),
      chains: z.array(
        record({
          chain: text(),
          native_balance: decimal(),
          native_balance_formatted: text(),
          native_balance_usd: dollars(),
          token_balance_usd: dollars(),
          networth_usd: dollars(),
        }),
      ),
      unsupported_chain_ids: z.array(text()),
      unavailable_chains: z.array(record({ chain_id: text() })),
    }),
    example: {
      input: { address: examples.wallet, chains: ['eth'] },
      output: {
        total_networth_usd: '1850.25',
        chains: [
          {
            chain: 'eth',
            native_balance: '500000000000000000',
            native_balance_formatted: '0.5',
            native_balance_usd: '1250.00',
            token_balance_usd: '600.25',
            networth_usd: '1850.25',
          },
        ],
        unsupported_chain_ids: [],
        unavailable_chains: [{ chain_id: '0x89' }],
      },
    },
  }),
})
