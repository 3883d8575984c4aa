import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { transactionHash } from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { searchedPage, transactionPage, verbosePage } from '#lib/evm/api/records/envelopes.ts'
import {
  decodedTransaction,
  missingAbisHeaders,
  missingCallsHeaders,
  nativeTransaction,
  transactionWithLogs,
} from '#lib/evm/api/records/transactions.ts'
import { evmExplorerRoot, evmRoot } from '#lib/evm/api/roots.ts'

const tag = 'Transactions'
const ofWallet = () => ({
  address: params.address().describe('The wallet, as sender or recipient.'),
  chain: params.chain(),
  ...params.chronological(),
  include: params.include(),
})
const hash = () => params.transactionHash().describe('The transaction.')

export const transactionEndpoints = endpointsOf(evmRoot, {
  walletTransactionsVerbose: endpoint({
    path: '/api/v2/:address/verbose',
    paged: 'cursor',
    isKept: true,
    summary: 'Get decoded transactions by wallet',
    description:
      'Native transactions that the wallet sent or received, newest first (block number, then transaction index), each ' +
      'with its logs. Calls and events of contracts with a known ABI are decoded as `decoded_call` and ' +
      '`decoded_event`. Pages are counted from 1 and there is no total.',
    tag,
    input: z.object({ ...ofWallet(), disable_total: params.uncountedTotal() }),
    headers: { ...missingCallsHeaders, ...missingAbisHeaders },
    output: verbosePage(decodedTransaction),
    example: {
      input: { address: examples.wallet, chain: 'eth', limit: 100, include: 'internal_transactions' },
      output: { page_size: 100, page: 1, cursor: examples.nextCursor, result: [examples.decodedTransaction] },
    },
  }),
  walletTransactions: endpoint({
    path: '/api/v2/:address',
    paged: 'cursor',
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
  transactionVerbose: endpoint({
    path: '/api/v2/transaction/:transaction_hash/verbose',
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
  transaction: endpoint({
    path: '/api/v2/transaction/:transaction_hash',
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
})

/** Transactions of a chain or a wallet, newest first, with filters. */
export const transactionListEndpoints = endpointsOf(evmExplorerRoot, {
  evmTransactions: endpoint({
    path: '/evm/transactions',
    paged: 'cursor',
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
})

const sentTransaction = record({ hash: hex(), nonce: decimal(), block_number: decimal() })

/** The previous and next transaction of the same sender. */
export const neighbourEndpoints = endpointsOf(evmExplorerRoot, {
  evmSenderNeighbours: endpoint({
    path: '/evm/transactions/:transaction_hash/neighbours',
    summary: 'Get neighbouring transactions by sender',
    description:
      'The transactions that the same sender sent just before and after this one, if they are indexed and not ' +
      'more than 500 of its transactions away; null if there is none.',
    tag: 'EVM explorer',
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({ previous: sentTransaction.nullable(), next: sentTransaction.nullable() }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        previous: { hash: examples.blockHash, nonce: '325', block_number: '16141210' },
        next: { hash: `0x${'2b'.repeat(32)}`, nonce: '327', block_number: '16141230' },
      },
    },
  }),
})

const move = record({
  standard: z
    .enum(['native', 'ERC20', 'ERC721', 'ERC1155'])
    .nullable()
    .describe('`native`: the coin of the chain. Null: an NFT older than the standards.'),
  log_index: decimal().nullable().describe('The event that reports it; null for the coin.'),
  token_address: hex().nullable().describe('Null for the coin.'),
  token_id: decimal().nullable(),
  from_address: hex().describe('The zero address for a mint.'),
  to_address: hex().describe('The zero address where it was destroyed.'),
  amount: decimal(),
  is_wrapping: flag().describe('Coin was wrapped into this token, or unwrapped.'),
})

const movedToken = record({
  address: hex(),
  name: text().nullable(),
  symbol: text().nullable(),
  decimals: count().nullable(),
  possible_spam: flag(),
  verified_collection: flag(),
})

/** What a transaction moved. */
export const moveEndpoints = endpointsOf(evmExplorerRoot, {
  evmTransactionMoves: endpoint({
    path: '/evm/transactions/:transaction_hash/moves',
    summary: 'Get movements by transaction',
    description:
      'Everything that a transaction moved: the coin, ERC20 tokens and NFTs, the same whether it is indexed or read from the node. ' +
      'The coin that contracts moved is included where the calls of the transaction are indexed or were traced before; no node is ' +
      'asked to trace for this. Names of tokens outside the index are read from their contracts.',
    tag: 'EVM explorer',
    input: z.object({
      transaction_hash: transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({
      transaction_hash: hex(),
      block_number: decimal(),
      block_hash: hex(),
      is_coin_traced: flag().describe('False: of the coin, only the value of the transaction itself is included.'),
      has_blobs: flag().describe('Whether it carries blobs, by EIP-4844.'),
      blob_count: count().nullable().describe('Null: it has none, or no node says how many.'),
      move_count: count(),
      token_counts: record({ mints: count(), burns: count(), transfers: count() }).describe(
        'Of all movements of tokens.',
      ),
      moves: z.array(move).describe('The first 5,000: the coin in the order of the calls, then tokens in log order.'),
      tokens: z.array(movedToken).describe('Of the movements and approvals.'),
      labels: z
        .array(record({ address: hex(), label: text() }))
        .describe('Of all who moved or were allowed something, and of a created contract.'),
    }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        ...examples.transactionInBlock,
        is_coin_traced: true,
        has_blobs: false,
        blob_count: null,
        move_count: 1,
        token_counts: { mints: 0, burns: 0, transfers: 1 },
        moves: [
          {
            standard: 'ERC20' as const,
            log_index: '147',
            token_address: examples.token,
            token_id: null,
            from_address: examples.wallet,
            to_address: examples.collection,
            amount: '1000000',
            is_wrapping: false,
          },
        ],
        tokens: [
          {
            address: examples.token,
            name: 'USD Coin',
            symbol: 'USDC',
            decimals: 6,
            possible_spam: false,
            verified_collection: false,
          },
        ],
        labels: [{ address: examples.wallet, label: 'Quiet Collector' }],
      },
    },
  }),
})

export type EvmTransactionMoves = z.output<(typeof moveEndpoints)['evmTransactionMoves']['output']>
