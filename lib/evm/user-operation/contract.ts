import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { oneOf } from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { missingAbisHeaders } from '#lib/evm/api/records/transactions.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'
import { searchedBlocks, searchedFields } from '#lib/evm/events/contract.ts'
import { exampleCallFrame, namedCall } from '#lib/evm/trace/contract.ts'

const entryPointVersion = () =>
  z
    .enum(['0.6', '0.7', '0.8'])
    .nullable()
    .describe('Null for a contract that is not a known EntryPoint: what it reports may be invented.')

/** Which operation it is, and who took part in it. */
const partiesOfOperation = {
  user_operation_hash: hex(),
  entry_point: hex(),
  entry_point_version: entryPointVersion(),
  sender: hex().describe('The account.'),
  sender_label: text().nullable(),
  paymaster: hex().nullable().describe('Who paid. Null: the account itself.'),
  paymaster_label: text().nullable(),
}

const operation = record({
  ...partiesOfOperation,
  log_index: decimal().describe('Of its UserOperationEvent.'),
  factory: hex().nullable().describe('The contract that created the account in this operation.'),
  nonce: decimal().describe('The key in its upper 192 bits, the sequence number in its lower 64.'),
  success: flag(),
  gas_used: decimal(),
  gas_cost: decimal().describe('What the account or its paymaster paid the bundler.'),
  selector: hex().nullable().describe('Null if the calldata of the operation is not known.'),
  call: namedCall.nullable(),
  reason: namedCall.nullable().describe('The error that the account returned.'),
})

const addressOperation = record({
  block_number: decimal(),
  block_hash: hex(),
  block_timestamp: timestamp().nullable().describe('Null if neither the index nor the node has the time of the block.'),
  transaction_hash: hex(),
  log_index: decimal(),
  ...partiesOfOperation,
  factory: hex()
    .nullable()
    .describe('For `role=factory`; null otherwise, also for operations that created their account.'),
  nonce: decimal().nullable().describe('Null for `role=factory`: the event of a created account does not have it.'),
  success: flag().nullable().describe('Null for `role=factory`.'),
  gas_used: decimal().nullable().describe('Null for `role=factory`.'),
  gas_cost: decimal().nullable().describe('Null for `role=factory`.'),
})

const exampleParties = {
  user_operation_hash: examples.blockHash,
  entry_point: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  entry_point_version: '0.7' as const,
  sender: examples.wallet,
  sender_label: null,
  paymaster: examples.collection,
  paymaster_label: null,
}

/** ERC-4337 operations of transactions and addresses. */
export const userOperationEndpoints = endpointsOf(evmExplorerRoot, {
  evmUserOperations: endpoint({
    path: '/evm/transactions/:transaction_hash/user-operations',
    summary: 'Get user operations by transaction',
    description:
      'The ERC-4337 operations that a transaction executed, as the EntryPoint reports them in its logs, with the call of each where ' +
      'the transaction calls the EntryPoint itself.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({
      transaction_hash: hex(),
      bundler: hex(),
      bundler_label: text().nullable(),
      total: count(),
      result: z.array(operation).describe('The first 500.'),
    }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        transaction_hash: examples.transactionHash,
        bundler: examples.wallet,
        bundler_label: null,
        total: 1,
        result: [
          {
            ...exampleParties,
            log_index: '147',
            factory: examples.token,
            nonce: '18446744073709551616',
            success: false,
            gas_used: '151234',
            gas_cost: '2268510000000000',
            selector: '0xa9059cbb',
            call: exampleCallFrame.call,
            reason: exampleCallFrame.reason,
          },
        ],
      },
    },
  }),
  evmAddressUserOperations: endpoint({
    path: '/evm/addresses/:address/user-operations',
    paged: 'cursor',
    summary: 'Get user operations by address',
    description:
      'The ERC-4337 operations of an account, those that a paymaster paid for, or the accounts that a factory created in operations, ' +
      'newest first, as EntryPoints report them in their logs. Indexed blocks are searched in the index, others on the node. A request ' +
      'searches a limited number of blocks: a page may have few records, or none, and a cursor.',
    tag: 'EVM explorer',
    input: z.object({
      address: params.address().describe('The account, paymaster or factory.'),
      role: oneOf(['account', 'paymaster', 'factory'])
        .optional()
        .describe('The part of the address. Default: account.'),
      blocks: searchedBlocks(),
      chain: params.chain(),
      ...params.blockBounds(),
      ...params.paging(),
    }),
    output: record({
      address: hex(),
      role: z.enum(['account', 'paymaster', 'factory']),
      ...searchedFields,
      result: z.array(addressOperation),
    }),
    example: {
      input: { address: examples.collection, role: 'paymaster', chain: 'eth', limit: 25 },
      output: {
        address: examples.collection,
        role: 'paymaster' as const,
        cursor: examples.nextCursor,
        blocks: 'all' as const,
        searched: { from_block: '16141154', to_block: '16141217' },
        result: [
          {
            block_number: '16141217',
            block_hash: examples.blockHash,
            block_timestamp: '2022-12-08T16:35:11.000Z',
            transaction_hash: examples.transactionHash,
            log_index: '147',
            ...exampleParties,
            factory: examples.token,
            nonce: '18446744073709551616',
            success: true,
            gas_used: '151234',
            gas_cost: '2268510000000000',
          },
        ],
      },
    },
  }),
})

export type EvmAddressUserOperation = z.output<typeof addressOperation>
export type EvmUserOperations = z.output<(typeof userOperationEndpoints)['evmUserOperations']['output']>
