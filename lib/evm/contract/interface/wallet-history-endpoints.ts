import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { missingAbisHeaders, missingCallsHeaders } from '#lib/evm/contract/records/transactions.ts'
import { type HistoryTransaction, historyTransaction } from '#lib/evm/contract/records/wallet-history.ts'
import { evmRoutes } from './routes.ts'

const entities = {
  from_address_entity: null,
  from_address_entity_logo: null,
  to_address_entity: null,
  to_address_entity_logo: null,
}
const parties = {
  ...entities,
  from_address: examples.wallet,
  from_address_label: null,
  to_address: examples.collection,
  to_address_label: null,
}
const { transfer_index: _, ...transaction } = examples.plainTransaction
const {
  transaction_hash: ___,
  transaction_index: ____,
  block_number: _____,
  block_hash: ______,
  ...transfer
} = examples.tokenTransfer
const { value_decimal, ...token } = transfer

const example: HistoryTransaction = {
  ...transaction,
  ...entities,
  transaction_fee: '0.000933153067178125',
  category: 'token send',
  contract_interactions: null,
  possible_spam: false,
  method_label: 'transfer',
  summary: 'Sent 1,234.56 EXD to 0x92ad…4509',
  nft_transfers: [
    {
      ...{ token_address: examples.collection, token_id: '101', token_name: 'Paper Lanterns', token_symbol: 'LNTRN' },
      ...parties,
      ...{
        value: '0',
        amount: '1',
        contract_type: 'ERC721',
        transaction_type: 'Single',
        log_index: 225,
        operator: null,
      },
      ...{ possible_spam: false, verified_collection: true, direction: 'outgoing' },
      ...{ collection_logo: null, collection_banner_image: null },
    },
  ],
  erc20_transfers: [{ ...token, ...entities, value_formatted: value_decimal ?? null, direction: 'outgoing' }],
  native_transfers: [
    {
      ...parties,
      ...{ value: '1000000000000000', value_formatted: '0.001', direction: 'outgoing', internal_transaction: false },
      ...{ token_symbol: 'ETH', token_logo: null },
    },
  ],
}

/** The history of a wallet, by transaction. */
export const walletHistoryEndpoints = {
  walletHistory: endpoint(evmRoutes.walletHistory, {
    isKept: true,
    summary: 'Get wallet history',
    description:
      'Indexed transactions that the wallet sent or received, or that moved its ERC20 tokens, NFTs or, where internal transfers are ' +
      'indexed, its native coin, newest first unless `order=ASC`, each with the transfers from and to the wallet (at most 500 of a kind and side), a category and a sentence. A page may ' +
      'have fewer records than `limit` and still a cursor. Pages are counted from 1.',
    tag: 'Transactions',
    input: z.object({
      address: params.address().describe('The wallet.'),
      chain: params.chain(),
      ...params.bounds(),
      include_internal_transactions: parameters
        .boolean()
        .default(false)
        .describe('true adds `internal_transactions`; requires a node that can trace.'),
      order: params.order(),
      ...params.paging(),
      names: params.names(),
    }),
    headers: { ...missingCallsHeaders, ...missingAbisHeaders },
    output: record({
      page: count().describe('Number of this page, from 1.'),
      page_size: count(),
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      result: z.array(historyTransaction),
    }),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100 },
      output: { page: 1, page_size: 100, cursor: examples.nextCursor, result: [example] },
    },
  }),
} satisfies Api
