import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const authorization = record({
  authority: hex()
    .nullable()
    .describe('The account that signed it. Null if the signature is not valid: then it has no effect.'),
  authority_label: text().nullable(),
  delegate: hex()
    .nullable()
    .describe('The contract whose code the account is to run. Null: it removes the delegation.'),
  delegate_label: text().nullable(),
  chain_id: decimal().describe('0: valid on every chain.'),
  nonce: decimal(),
  is_for_chain: flag(),
  is_in_force: flag()
    .nullable()
    .describe('Whether the account delegates as signed after the block. Null if no node has the state of that block.'),
  forwards_to: hex()
    .nullable()
    .describe(
      'Where native coin sent to the account after the block goes in the same transaction, as simulated. Null if it stays, or if no ' +
        'node could simulate it.',
    ),
})

const stack = () => z.enum(['op_stack', 'arbitrum']).describe('What the rollup is built with.')

const depositRecord = record({
  stack: stack(),
  log_index: count().describe('The log of this transaction that reports it, by its index in the block.'),
  portal: hex().describe(
    'The contract that emitted the log. Any contract can: only a found transaction proves a deposit.',
  ),
  portal_label: text().nullable(),
  message_number: decimal().nullable().describe('Arbitrum: its place among all messages of the bridge.'),
  from: hex().describe('The sender on the rollup. Contracts have another address there.'),
  to: hex().nullable().describe('Null: it creates a contract.'),
  mint: decimal().describe('What the rollup credits the sender with, in its smallest unit.'),
  value: decimal().describe('What the sender then sends.'),
  gas_limit: decimal(),
  rollup_transaction_hash: hex()
    .nullable()
    .describe(
      'Computed from the log: the hash of the transaction on the rollup. Null if it also depends on the rollup, which was not found.',
    ),
  rollup_chain: text()
    .nullable()
    .describe('The chain served here that has this transaction. Null if none is known to.'),
})

const l1DepositRecord = record({
  stack: stack(),
  source_hash: hex().nullable().describe('OP Stack.'),
  message_number: decimal().nullable().describe('Arbitrum: its place among all messages of the bridge.'),
  mint: decimal().nullable(),
  is_l1_attributes: flag().describe('The rollup’s own first transaction of a block, which names its L1 block.'),
  l1_block_number: decimal()
    .nullable()
    .describe('Null if it is not known: the block does not name it, or the message was not found.'),
  l1_block_hash: hex().nullable(),
  l1_chain: text().nullable().describe('The chain served here that has the deposit. Null if none is known to.'),
  l1_transaction_hash: hex()
    .nullable()
    .describe('The transaction that made the deposit: the hash follows from its log.'),
  l1_log_index: count().nullable(),
  ticket_transaction_hash: hex()
    .nullable()
    .describe('Arbitrum: the transaction that created the ticket which this one redeems.'),
  redeem_transaction_hash: hex().nullable().describe('Arbitrum: the transaction that redeemed the ticket at once.'),
})

/** What a transaction was sent with besides its call. */
export const sentEndpoints = endpointsOf(evmExplorerRoot, {
  evmSentTransaction: endpoint({
    path: '/evm/transactions/:transaction_hash/sent',
    summary: 'Get authorizations, blobs, L1 fee and deposits by transaction',
    description:
      'The parts of a transaction and its receipt that the index does not store, as the node returns them: EIP-7702 authorizations ' +
      'with the accounts that signed them, EIP-4844 blobs, the EIP-2930 access list, fee limits, the L1 part of a rollup’s fee, and deposits between an L1 and rollups of the OP Stack or Arbitrum. ' +
      'Needs a node.',
    tag: 'EVM explorer',
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({
      transaction_hash: hex(),
      block_number: decimal(),
      type: count().describe(
        'EIP-2718: 0 legacy, 1 access list, 2 dynamic fee, 3 blobs, 4 authorizations. 126: a deposit of the OP Stack; 100, 104, 105: of Arbitrum.',
      ),
      max_fee_per_gas: decimal().nullable(),
      max_priority_fee_per_gas: decimal().nullable(),
      burnt_fee: decimal()
        .nullable()
        .describe('The base fee of the block times the gas used, which Ethereum burns. Null before EIP-1559.'),
      priority_fee: decimal().nullable().describe('The rest of the fee for gas, which the fee recipient gets.'),
      access_list: z.array(record({ address: hex(), storage_keys: z.array(hex()) })),
      authorizations: z.array(authorization),
      blobs: record({
        versioned_hashes: z.array(hex()),
        max_fee_per_gas: decimal().nullable(),
        gas_used: decimal().nullable(),
        gas_price: decimal().nullable(),
        fee: decimal().nullable(),
      })
        .nullable()
        .describe('Null for a transaction without blobs.'),
      l1_fee: record({
        fee: decimal().describe('In the chain’s smallest unit.'),
        is_in_gas: flag().describe(
          'Arbitrum: the fee is part of `gas_used` times the gas price. On the OP stack it comes on top of it.',
        ),
        gas_used: decimal().nullable(),
        gas_price: decimal().nullable().describe('The base fee of the L1.'),
        blob_gas_price: decimal().nullable(),
      })
        .nullable()
        .describe('What the rollup charged for its data on the L1. Null on other chains.'),
      rollup_deposits: z.array(depositRecord).describe('Deposits to rollups that the logs of this transaction report.'),
      l1_deposit: l1DepositRecord
        .nullable()
        .describe('Where a deposit on a rollup comes from. Null for other transactions.'),
    }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        transaction_hash: examples.transactionHash,
        block_number: '22869878',
        type: 4,
        max_fee_per_gas: '15000000000',
        max_priority_fee_per_gas: '1000000000',
        burnt_fee: '26433',
        priority_fee: '2100',
        access_list: [{ address: examples.token, storage_keys: [examples.blockHash] }],
        authorizations: [
          {
            authority: examples.wallet,
            authority_label: null,
            delegate: examples.collection,
            delegate_label: null,
            chain_id: '1',
            nonce: '7',
            is_for_chain: true,
            is_in_force: true,
            forwards_to: examples.wallet,
          },
        ],
        blobs: {
          versioned_hashes: [examples.blockHash],
          max_fee_per_gas: '3',
          gas_used: '131072',
          gas_price: '1',
          fee: '131072',
        },
        l1_fee: {
          fee: '2730000000',
          is_in_gas: false,
          gas_used: '1600',
          gas_price: '13219353417',
          blob_gas_price: '1',
        },
        rollup_deposits: [
          {
            stack: 'op_stack',
            log_index: 12,
            portal: examples.token,
            portal_label: 'Example rollup: portal',
            message_number: '32187',
            from: examples.wallet,
            to: examples.wallet,
            mint: '1000000000000000000',
            value: '1000000000000000000',
            gas_limit: '100000',
            rollup_transaction_hash: examples.transactionHash,
            rollup_chain: 'my-rollup',
          },
        ],
        l1_deposit: {
          stack: 'op_stack',
          source_hash: examples.blockHash,
          message_number: '32187',
          mint: '1000000000000000000',
          is_l1_attributes: false,
          l1_block_number: '22869878',
          l1_block_hash: examples.blockHash,
          l1_chain: 'eth',
          l1_transaction_hash: examples.transactionHash,
          l1_log_index: 12,
          ticket_transaction_hash: examples.transactionHash,
          redeem_transaction_hash: examples.transactionHash,
        },
      },
    },
  }),
})

export type EvmSentTransaction = z.output<(typeof sentEndpoints)['evmSentTransaction']['output']>
