import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { tokenHeaders } from './balance-endpoints.ts'
import { evmRoutes } from './routes.ts'

const never = () => text().nullable().describe('Always null from the index of this server.')

const walletApproval = record({
  block_number: decimal().describe('Of the newest indexed approval of this token for this spender.'),
  block_timestamp: timestamp(),
  transaction_hash: hex(),
  value: decimal().describe("What the spender can still spend, in the token's smallest unit."),
  value_formatted: text().nullable(),
  token: record({
    address: hex(),
    address_label: text().nullable(),
    name: text().nullable(),
    symbol: text().nullable(),
    logo: never(),
    possible_spam: flag(),
    verified_contract: flag(),
    current_balance: decimal().nullable().describe("The wallet's balance; null if the contract returns none."),
    current_balance_formatted: text().nullable(),
    usd_price: text().nullable().describe('In USD, with `PRICES=on`; null where no price can be justified.'),
    usd_at_risk: text()
      .nullable()
      .describe('The smaller one of `value` and `current_balance` in USD; null without a price.'),
  }),
  spender: record({ address: hex(), address_label: text().nullable(), entity: never(), entity_logo: never() }),
})

export type WalletApproval = z.output<typeof walletApproval>

/** Approvals that spenders can still use. */
export const approvalEndpoints = {
  walletApprovals: endpoint(evmRoutes.walletApprovals, {
    summary: 'Get ERC20 approvals by wallet',
    description:
      "Approvals that can still be spent, newest first: spenders are those of the wallet's newest 2,000 indexed `Approval` events, " +
      'and amounts what `allowance` returns after the newest indexed block, read from a node. Approvals that were spent or ' +
      'revoked are left out. All pages are of the block of the first one.',
    tag: 'Balances',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chain: params.chain(),
      ...params.paging(),
    }),
    headers: tokenHeaders,
    output: record({
      page: count().describe('Number of this page, from 1.'),
      page_size: count(),
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      result: z.array(walletApproval),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100 },
      output: {
        page: 1,
        page_size: 100,
        cursor: null,
        result: [
          {
            block_number: '16141217',
            block_timestamp: '2022-12-08T16:35:11.000Z',
            transaction_hash: examples.transactionHash,
            value: '1234567890',
            value_formatted: '1234.56789',
            token: {
              address: examples.token,
              address_label: null,
              name: 'Example Dollar',
              symbol: 'EXD',
              logo: null,
              possible_spam: false,
              verified_contract: true,
              current_balance: '5000000',
              current_balance_formatted: '5',
              usd_price: null,
              usd_at_risk: null,
            },
            spender: { address: examples.collection, address_label: null, entity: null, entity_logo: null },
          },
        ],
      },
    },
  }),
} satisfies Api
