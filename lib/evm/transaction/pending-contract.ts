import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import { wordOf } from '#lib/base/hex.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { decodedCall, missingAbisHeaders } from '#lib/evm/api/records/transactions.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const sentTransaction = record({
  hash: hex(),
  type: count(),
  nonce: decimal(),
  from_address: hex(),
  from_address_label: text().nullable(),
  to_address: hex().nullable().describe('Null when the transaction creates a contract.'),
  to_address_label: text().nullable(),
  value: decimal(),
  gas: decimal().describe('The gas limit.'),
  max_fee_per_gas: decimal().nullable().describe('The highest price of gas that the sender pays, all included.'),
  max_priority_fee_per_gas: decimal().nullable().describe('Null where the transaction has a single gas price.'),
  input: hex().nullable().describe('Null where it was too long to keep.'),
  call: decodedCall.nullable().describe('Null if nothing is called, or nothing is known of it.'),
  call_source: z
    .enum(['abi', 'signatures'])
    .nullable()
    .describe('signatures: `call` is decoded by a known signature, which may be wrong.'),
})

const pendingTransaction = record({
  hash: hex(),
  state: z
    .enum(['pending', 'mined', 'replaced', 'dropped'])
    .describe(
      'pending: in the mempool of a node. replaced: another transaction of the same sender and nonce was mined. ' +
        'dropped: this server has seen it in the mempool, and it is neither there nor in a block now.',
    ),
  block_number: decimal().nullable().describe('Of this transaction, or of the one that replaced it.'),
  replaced_by: hex()
    .nullable()
    .describe(
      'The transaction of the same sender and nonce that was mined; of a dropped one, that is pending. Null if this server does not know it.',
    ),
  transaction: sentTransaction.nullable().describe('Null once it is mined.'),
  sender_nonce: decimal().nullable().describe('The nonce of the next transaction of the sender that can be mined.'),
  pending_before: count().nullable().describe('Pending transactions of the sender that must be mined first.'),
  waits_for_nonce: decimal()
    .nullable()
    .describe('A lower nonce of which the node knows no transaction: without it, this one cannot be mined.'),
  base_fee_per_gas: decimal().nullable().describe('Of the newest indexed block.'),
  first_seen_at: timestamp().nullable().describe('When this server first saw it in the mempool.'),
  last_seen_at: timestamp().nullable(),
})

/** What becomes of a transaction before it is in a block. */
export const pendingEndpoints = endpointsOf(evmExplorerRoot, {
  evmPendingTransaction: endpoint({
    path: '/evm/transactions/:transaction_hash/pending',
    summary: 'Get pending transaction',
    description:
      'Whether a transaction waits in the mempool of the node, is mined, was replaced or dropped, and what it will do. Transactions ' +
      'that were replaced or dropped are only known to the server process that saw them pending. `not_found`: it is in no block ' +
      'and no mempool, and this process has never seen it.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: pendingTransaction,
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        hash: examples.transactionHash,
        state: 'pending' as const,
        block_number: null,
        replaced_by: null,
        transaction: {
          hash: examples.transactionHash,
          type: 2,
          nonce: '326',
          from_address: examples.wallet,
          from_address_label: null,
          to_address: examples.token,
          to_address_label: null,
          value: '0',
          gas: '65000',
          max_fee_per_gas: '30000000000',
          max_priority_fee_per_gas: '1000000000',
          input: `0xa0712d68${wordOf(100)}`,
          call: {
            signature: 'mint(uint256)',
            label: 'mint',
            type: 'function' as const,
            params: [{ name: 'amount', type: 'uint256', value: '100' }],
          },
          call_source: 'abi' as const,
        },
        sender_nonce: '324',
        pending_before: 1,
        waits_for_nonce: '325',
        base_fee_per_gas: '14000000000',
        first_seen_at: '2022-12-08T16:35:11.000Z',
        last_seen_at: '2022-12-08T16:35:23.000Z',
      },
    },
  }),
})

export type EvmPendingTransaction = z.output<typeof pendingTransaction>

const waitingTransaction = record({
  hash: hex(),
  nonce: decimal(),
  from_address: hex(),
  from_address_label: text().nullable(),
  to_address: hex().nullable().describe('Null when the transaction creates a contract.'),
  to_address_label: text().nullable(),
  value: decimal(),
  gas: decimal().describe('The gas limit.'),
  selector: hex().nullable().describe('The first four bytes of its input.'),
  method_label: text().nullable().describe('Guessed from the selector.'),
  max_fee_per_gas: decimal().nullable().describe('The highest price of gas that the sender pays, all included.'),
  priority_fee_per_gas: decimal()
    .nullable()
    .describe('What it pays above the base fee of the newest block; null if it offers less than the base fee.'),
})

export type EvmWaitingTransaction = z.output<typeof waitingTransaction>

/** The transactions that wait for a block. */
export const pendingListEndpoints = endpointsOf(evmExplorerRoot, {
  evmPendingTransactions: endpoint({
    path: '/evm/pending-transactions',
    paged: 'cursor',
    summary: 'Get pending transactions by chain',
    description:
      'Transactions that wait in the pool of a node, those that pay the highest priority fee first. Read at most every few seconds, for all ' +
      'callers; other nodes may have others. Of a pool with more than 5,000 transactions, and where the node does not list its pool, ' +
      'only those of the block that it would build next. `chain_not_served` if the node tells neither.',
    tag: 'EVM explorer',
    input: z.object({ chain: params.chain(), ...params.paging(25) }),
    output: record({
      cursor: text().nullable().describe('Send it as `cursor` to get the next page; null on the last page.'),
      source: z
        .enum(['pool', 'next_block'])
        .describe('All that the pool of the node could put into a block, or only the block that it would build next.'),
      pending_count: count().nullable().describe('Transactions of its pool that could be in the next block.'),
      queued_count: count()
        .nullable()
        .describe('Those that wait for a lower nonce of their sender; they are not listed.'),
      base_fee_per_gas: decimal().nullable().describe('Of the newest indexed block.'),
      read_at: timestamp(),
      result: z.array(waitingTransaction),
    }),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        source: 'pool' as const,
        pending_count: 3_214,
        queued_count: 120,
        base_fee_per_gas: '14000000000',
        read_at: '2022-12-08T16:35:23.000Z',
        result: [
          {
            hash: examples.transactionHash,
            nonce: '326',
            from_address: examples.wallet,
            from_address_label: null,
            to_address: examples.token,
            to_address_label: null,
            value: '0',
            gas: '65000',
            selector: '0xa9059cbb',
            method_label: 'transfer',
            max_fee_per_gas: '30000000000',
            priority_fee_per_gas: '1000000000',
          },
        ],
      },
    },
  }),
})
