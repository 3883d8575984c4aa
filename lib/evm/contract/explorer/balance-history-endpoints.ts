import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

const balancePoint = record({
  block_number: decimal().describe('The balance is the one after this block.'),
  block_timestamp: timestamp(),
  balance: decimal().describe("In the coin's or token's smallest unit."),
  balance_formatted: text().nullable(),
})

export type BalancePoint = z.output<typeof balancePoint>

/** The balance of an address over time. */
export const balanceHistoryEndpoints = {
  evmBalanceHistory: endpoint(evmExplorerRoutes.evmBalanceHistory, {
    summary: 'Get balance over time',
    description:
      'Balances of the native coin, or with `token` of an ERC20 token, newest first. A token has a record for each block in which ' +
      'the balance changed, counted back from what the contract returns after the newest indexed block through its transfers, as far ' +
      'as they are indexed without a gap. The native coin also changes without transfers, so that it is read from a node: after each block with ' +
      'a transaction or internal transfer of the address where internal transfers are indexed, at most 25, otherwise after 25 blocks, ' +
      'evenly spaced over the newest indexed range; without an archive node `result` only has blocks whose state the node keeps. ' +
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
} satisfies Api
