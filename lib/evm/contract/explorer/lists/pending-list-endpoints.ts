import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import { evmPendingTransactions } from '#lib/evm/contract/explorer/routes/chain-lists.ts'
import * as params from '#lib/evm/contract/params.ts'

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
export const pendingListEndpoints = {
  evmPendingTransactions: endpoint(evmPendingTransactions, {
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
} satisfies Api
