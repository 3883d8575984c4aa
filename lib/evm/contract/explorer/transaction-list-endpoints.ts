import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { searchedPage } from '#lib/evm/contract/records/envelopes.ts'
import { nativeTransaction } from '#lib/evm/contract/records/transactions.ts'
import { evmExplorerRoutes } from './routes.ts'

/** Transactions of a chain or a wallet, newest first, with filters. */
export const transactionListEndpoints = {
  evmTransactions: endpoint(evmExplorerRoutes.evmTransactions, {
    isKept: true,
    summary: 'Get transactions by chain',
    description:
      'Indexed transactions of the chain, or with `address` of a wallet, newest first. With filters, a request examines a bounded number of ' +
      'transactions: `searched_to_block` says how far it came, and a page may have fewer records than `limit`, even none, and still a cursor.',
    tag: 'EVM explorer',
    input: z.object({
      chain: params.chain(),
      address: params.address().optional().describe('Only transactions that this wallet sent or received.'),
      direction: params
        .direction()
        .describe('Of the wallet: only what it received, or only what it sent. Requires `address`.'),
      counterparty: params.address().optional().describe('Only with this other address. Requires `address`.'),
      ...params.transactionFilters(),
      ...params.bounds(),
      ...params.paging(25),
    }),
    output: searchedPage(nativeTransaction),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.plainTransaction] },
    },
  }),
} satisfies Api
