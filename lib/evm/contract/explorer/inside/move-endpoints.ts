import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { transactionHash } from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as routes from '#lib/evm/contract/explorer/routes/transactions.ts'
import * as params from '#lib/evm/contract/params.ts'

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
export const moveEndpoints = {
  evmTransactionMoves: endpoint(routes.evmTransactionMoves, {
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
} satisfies Api

export type EvmTransactionMoves = z.output<(typeof moveEndpoints)['evmTransactionMoves']['output']>
