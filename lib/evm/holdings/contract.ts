import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { priceOutput } from '#lib/evm/api/records/price.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'
import { tokenHeaders } from './balance-contract.ts'

const valued = {
  price: priceOutput.nullable().describe('Null with `PRICES=off`, and where no price can be justified.'),
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
  is_imitation: flag().describe('Whether it has the name or the symbol of a trusted token at another address.'),
  imitates: hex().nullable().describe('That token; null also where it was rated by an earlier version.'),
  is_zero_value: flag().describe('Whether its balance is zero: such tokens are not listed.'),
  is_dust: flag().nullable().describe('Whether it is worth less than a cent; null without a value.'),
  spam_reasons: z
    .array(text())
    .describe('The rules that speak against the token, whether or not they suffice to flag it as spam.'),
  last_transfer_block: decimal().nullable().describe("Of the address's newest indexed transfer; null without one."),
  ...valued,
})

const evmHoldings = record({
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
export const holdingsEndpoints = endpointsOf(evmExplorerRoot, {
  evmHoldings: endpoint({
    path: '/evm/addresses/:address/holdings',
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
            ...{ is_imitation: false, imitates: null, is_zero_value: false, is_dust: false, spam_reasons: [] },
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
})

export type EvmHoldings = z.output<typeof evmHoldings>

const rankedAccount = record({
  rank: count().describe('From 1.'),
  address: hex(),
  address_label: text().nullable(),
  balance: decimal(),
})

export type EvmRankedAccount = z.output<typeof rankedAccount>

/** The accounts of a small chain by their balance. */
export const accountListEndpoints = endpointsOf(evmExplorerRoot, {
  evmTopAccounts: endpoint({
    path: '/evm/accounts',
    paged: 'cursor',
    summary: 'Get accounts by balance',
    description:
      'The accounts of a chain with the highest native balances, as a node reports them after the newest traced block. Only of small ' +
      'chains that are indexed and traced from their first block on: no node lists all accounts, so that each address that was ever ' +
      'paid must be known and asked for. Otherwise the error says what is missing. Accounts that the genesis block funded, ' +
      'and that no transaction has involved, are not among them.',
    tag: 'EVM explorer',
    input: z.object({ chain: params.chain(), ...params.paging(25) }),
    output: record({
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      block_number: decimal().describe('The balances are those after this block.'),
      account_count: count().describe('Accounts with a balance.'),
      result: z.array(rankedAccount),
    }),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        block_number: '1110',
        account_count: 93,
        result: [{ rank: 1, address: examples.wallet, address_label: null, balance: '9999000000000000000000' }],
      },
    },
  }),
})

const balancePoint = record({
  block_number: decimal().describe('The balance is the one after this block.'),
  block_timestamp: timestamp(),
  balance: decimal().describe("In the coin's or token's smallest unit."),
  balance_formatted: text().nullable(),
})

export type BalancePoint = z.output<typeof balancePoint>

/** The balance of an address over time. */
export const balanceHistoryEndpoints = endpointsOf(evmExplorerRoot, {
  evmBalanceHistory: endpoint({
    path: '/evm/addresses/:address/balance-history',
    paged: 'cursor',
    summary: 'Get balance over time',
    description:
      'Balances of the native coin, or with `token` of an ERC20 token, newest first. A token has a record for each block in which ' +
      'the balance changed, counted back from what the contract returns after the newest indexed block through its transfers, as far ' +
      'as they are indexed without a gap. The native coin also changes without transfers, so that it is read from a node: after each block with ' +
      'a transaction or internal transfer of the address where internal transfers are indexed, at most 25, otherwise after 25 blocks, ' +
      'evenly spaced over the newest indexed range. Before the oldest state that the node keeps, balances are computed back by the ' +
      'transactions, fees and internal transfers of the address where all of these are indexed, and missing otherwise. ' +
      '`note` says what is missing, and why.',
    tag: 'EVM explorer',
    input: z.object({
      address: params.address().describe('The wallet or contract.'),
      chain: params.chain(),
      token: params.address().optional().describe('An ERC20 token; the native coin if it is left out.'),
      ...params.paging(),
    }),
    output: record({
      token_address: hex().nullable(),
      symbol: text().nullable(),
      decimals: count().nullable(),
      is_sampled: flag().describe(
        'Whether the balance may have changed between two records. False for the native coin if its transactions, their fees and ' +
          'internal transfers explain every difference.',
      ),
      note: text()
        .nullable()
        .describe('One sentence on what is missing; null if every change since the first is there.'),
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      result: z.array(balancePoint),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth', token: examples.token, limit: 100 },
      output: {
        token_address: examples.token,
        symbol: 'EXD',
        decimals: 6,
        is_sampled: false,
        note: null,
        cursor: null,
        result: [
          {
            block_number: '16141217',
            block_timestamp: '2022-12-08T16:35:11.000Z',
            balance: '1234567890',
            balance_formatted: '1234.56789',
          },
        ],
      },
    },
  }),
})
