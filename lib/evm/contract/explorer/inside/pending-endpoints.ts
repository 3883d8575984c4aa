import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import { evmPendingTransaction } from '#lib/evm/contract/explorer/routes/transactions.ts'
import * as params from '#lib/evm/contract/params.ts'
import { decodedCall, missingAbisHeaders } from '#lib/evm/contract/records/transactions.ts'

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

export const pendingTransaction = record({
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
export const pendingEndpoints = {
  evmPendingTransaction: endpoint(evmPendingTransaction, {
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
          input: `0xa0712d68${'64'.padStart(64, '0')}`,
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
} satisfies Api

export type EvmPendingTransaction = z.output<typeof pendingTransaction>
