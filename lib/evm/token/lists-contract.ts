import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainPage } from '#lib/evm/api/records/envelopes.ts'
import { logoField } from '#lib/evm/api/records/logo.ts'
import { priceOutput } from '#lib/evm/api/records/price.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const tag = 'EVM explorer'

const oneToken = { address: params.address().describe('The ERC20 contract.'), chain: params.chain() }

const words = { address: hex(), name: text().nullable(), symbol: text().nullable(), decimals: count().nullable() }

const listedToken = record({
  ...words,
  logo: logoField(),
  holders: count().nullable().describe('Addresses with a balance above zero; null unless all transfers are indexed.'),
  transfers: count().describe('Indexed transfers.'),
  day_transfers: count().describe('Transfers on the day that `day` names.'),
  day: text().describe('The last whole day of the index, UTC; its only day where it has no other.'),
  first_block: decimal().describe('The block of the first indexed transfer.'),
  possible_spam: flag(),
  verified: flag().describe(
    'A known token: in the bundled token list, or in the list of the operator. Not about its source code.',
  ),
})

const balancesStatus = z
  .enum(['VERIFIED', 'DIFFERENT', 'UNVERIFIED', 'COUNTING', 'INCOMPLETE'])
  .describe(
    'VERIFIED: all transfers are counted, and the total supply and the largest balances that the contract reports agree. ' +
      'DIFFERENT: they do not, as for rebasing tokens; `check` has the numbers. UNVERIFIED: no node could be asked. ' +
      'COUNTING: transfers are still being counted. INCOMPLETE: older transfers are not indexed.',
  )

const holder = record({
  address: hex(),
  address_label: text().nullable(),
  balance: decimal(),
  percent: z.number().nullable().describe('Share of the supply; null without a supply.'),
})

const share = () => z.number().describe('Per cent of the supply, two decimals.')

/** ERC20 tokens: their list, holders and supply. */
export const tokenListEndpoints = endpointsOf(evmExplorerRoot, {
  evmTokens: endpoint({
    path: '/evm/tokens',
    paged: 'cursor',
    summary: 'Get ERC20 tokens by chain',
    description:
      'Tokens with indexed transfers. `search` finds up to 100 by the beginning of a word of their name or symbol.',
    tag,
    input: z.object({
      chain: params.chain(),
      sort: parameters
        .oneOf(['holders', 'transfers', 'newest'])
        .default('transfers')
        .describe(
          'Every order contains all tokens. `transfers`: most transfers on `day` first, then those without one, newest first. ' +
            '`holders`: most holders first; they are only counted where all transfers are indexed. `newest`: latest first transfer first.',
        ),
      search: parameters.text({ max: 100 }).optional().describe('The beginning of a word of the name or symbol.'),
      ...params.paging(),
    }),
    output: plainPage(listedToken),
    example: {
      input: { chain: 'eth', sort: 'holders', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            address: examples.collection,
            name: 'Harbor Coin',
            symbol: 'HBR',
            decimals: 18,
            logo: null,
            holders: 1_204,
            transfers: 48_201,
            day_transfers: 311,
            day: '2022-12-08',
            first_block: '12120768',
            possible_spam: false,
            verified: true,
          },
        ],
      },
    },
  }),
  evmToken: endpoint({
    path: '/evm/tokens/:address',
    isNotFound: true,
    summary: 'Get ERC20 token statistics',
    description:
      'Holders, supply, distribution and days of a token, counted from its transfers and compared with what the contract reports. ' +
      'A token without an indexed transfer returns 404.',
    tag,
    input: z.object(oneToken),
    output: record({
      ...words,
      status: balancesStatus,
      block: decimal().nullable().describe('The last indexed block, up to which transfers are counted.'),
      transfers: count(),
      first_block: decimal(),
      holders: count().nullable().describe('Null while COUNTING or INCOMPLETE, as are the following.'),
      supply: decimal()
        .nullable()
        .describe('Minted less burned. Null too where the token does not report mints as transfers.'),
      overdrawn: count()
        .nullable()
        .describe('Addresses that sent more than they received: not every change was reported as a transfer.'),
      shares: record({ top_10: share(), top_50: share(), top_100: share() }).nullable(),
      price: priceOutput.nullable().describe('Null with `PRICES=off`, and where no price can be justified.'),
      check: record({
        total_supply: decimal().nullable().describe('As the contract reports it at `block`.'),
        compared: count().describe('Largest balances that were compared.'),
        different: count(),
      }).nullable(),
      days: z
        .array(record({ day: text(), transfers: count(), holders: count().nullable(), supply: decimal().nullable() }))
        .describe(
          'Days with transfers, oldest first, at most the last 366; `holders` and `supply` at the end of the day. The supply is null ' +
            'where it is above, and before the first day on which it was kept.',
        ),
    }),
    example: {
      input: { address: examples.collection, chain: 'eth' },
      output: {
        address: examples.collection,
        name: 'Harbor Coin',
        symbol: 'HBR',
        decimals: 18,
        status: 'VERIFIED',
        block: '16141153',
        transfers: 48_201,
        first_block: '12120768',
        holders: 1_204,
        supply: '1000000000000000000000000',
        overdrawn: 0,
        shares: { top_10: 61.2, top_50: 80.05, top_100: 88.4 },
        price: {
          usd: '3.84',
          method: 'uniswap_v3',
          source: examples.collection,
          pair: null,
          quote: examples.token,
          depth_usd: '250000.00',
          age_seconds: null,
          window_seconds: 1_800,
          block_number: '16141153',
        },
        check: { total_supply: '1000000000000000000000000', compared: 10, different: 0 },
        days: [{ day: '2022-12-08', transfers: 311, holders: 1_204, supply: '1000000000000000000000000' }],
      },
    },
  }),
  evmTokenHolders: endpoint({
    path: '/evm/tokens/:address/holders',
    paged: 'cursor',
    isKept: true,
    summary: 'Get holders by ERC20 token',
    description:
      'Addresses with a balance above zero, largest first, counted from all transfers. Empty while `status` is COUNTING or ' +
      'INCOMPLETE. Balances of a rebasing token are those of its transfers: its `evmToken` status is DIFFERENT.',
    tag,
    input: z.object({ ...oneToken, ...params.paging() }),
    output: record({
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      status: z.enum(['COUNTED', 'COUNTING', 'INCOMPLETE']),
      result: z.array(holder),
    }),
    example: {
      input: { address: examples.collection, chain: 'eth', limit: 25 },
      output: {
        cursor: null,
        status: 'COUNTED',
        result: [{ address: examples.wallet, address_label: null, balance: '610000000000000000000000', percent: 61 }],
      },
    },
  }),
})
