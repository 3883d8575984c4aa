import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { transactionPage, verbosePage } from '#lib/evm/contract/records/envelopes.ts'
import {
  decodedTransaction,
  missingAbisHeaders,
  missingCallsHeaders,
  nativeTransaction,
  transactionWithLogs,
} from '#lib/evm/contract/records/transactions.ts'
import { evmRoutes } from './routes.ts'

const tag = 'Transactions'
const ofWallet = () => ({
  address: params.address().describe('The wallet, as sender or recipient.'),
  chain: params.chain(),
  ...params.chronological(),
  include: params.include(),
})
const hash = () => params.transactionHash().describe('The transaction.')

/** E2, E4, E12, E13. */
export const transactionEndpoints = {
  walletTransactionsVerbose: endpoint(evmRoutes.walletTransactionsVerbose, {
    isKept: true,
    summary: 'Get decoded transactions by wallet',
    description:
      'Native transactions that the wallet sent or received, newest first (block number, then transaction index), each ' +
      'with its logs. Calls and events of contracts with a known ABI are decoded as `decoded_call` and ' +
      '`decoded_event`. Pages are counted from 1 and there is no total.',
    tag,
    input: z.object(ofWallet()),
    headers: { ...missingCallsHeaders, ...missingAbisHeaders },
    output: verbosePage(decodedTransaction),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100, include: 'internal_transactions' },
      output: { page_size: 100, page: 1, cursor: examples.nextCursor, result: [examples.decodedTransaction] },
    },
  }),
  walletTransactions: endpoint(evmRoutes.walletTransactions, {
    isKept: true,
    summary: 'Get native transactions by wallet',
    description:
      'Native transactions that the wallet sent or received, newest first (block number, then transaction index), ' +
      'without logs. Pages are counted from 1; `total` is null unless `disable_total=false`.',
    tag,
    input: z.object({ ...ofWallet(), names: params.names() }),
    headers: missingCallsHeaders,
    output: transactionPage(nativeTransaction),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100, include: 'internal_transactions' },
      output: {
        total: null,
        page_size: 100,
        page: 1,
        cursor: examples.nextCursor,
        result: [examples.transactionWithInternals],
      },
    },
  }),
  transactionVerbose: endpoint(evmRoutes.transactionVerbose, {
    summary: 'Get decoded transaction',
    description:
      'A transaction with its receipt and logs; its call and events are decoded if the ABI of the contract is ' +
      'known. An unknown hash returns 404.',
    tag,
    input: z.object({
      transaction_hash: hash(),
      chain: params.chain(),
      include: params.include(),
      names: params.names(),
    }),
    headers: { ...missingCallsHeaders, ...missingAbisHeaders },
    output: decodedTransaction,
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth', include: 'internal_transactions' },
      output: examples.decodedTransaction,
    },
  }),
  transaction: endpoint(evmRoutes.transaction, {
    summary: 'Get transaction',
    description: 'A transaction with its receipt and logs, without decoding. An unknown hash returns 404.',
    tag,
    input: z.object({ transaction_hash: hash(), chain: params.chain(), include: params.include() }),
    headers: missingCallsHeaders,
    output: transactionWithLogs,
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth', include: 'internal_transactions' },
      output: examples.transactionWithLogs,
    },
  }),
} satisfies Api
