import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import { wordOf } from '#lib/base/hex.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const change = () => record({ before: decimal(), after: decimal() }).nullable()

const slotChange = record({
  slot: hex(),
  before: hex(),
  after: hex(),
  name: text().nullable().describe('Null where it cannot be proven.'),
  name_source: z
    .enum(['well_known', 'derived', 'layout'])
    .nullable()
    .describe(
      '`well_known`: a standard defines the slot. `derived`: the slot is the hash of the parts of the name. `layout`: by the storage layout of verified sources.',
    ),
})

/** What changed of one account. */
export const stateAccount = record({
  address: hex(),
  address_label: text().nullable(),
  fate: z.enum(['created', 'changed', 'destroyed']),
  balance: change().describe('In the smallest unit of the native coin, fees included; null if it did not change.'),
  nonce: change(),
  code_bytes: record({ before: count(), after: count() }).nullable(),
  storage: z.array(slotChange).describe('The first 200 of the account, and 1,000 of the transaction.'),
  storage_count: count(),
})

const word = (value: number) => `0x${wordOf(value)}`

export const exampleAccount = {
  address: examples.token,
  address_label: null,
  fate: 'created' as const,
  balance: { before: '0', after: '1000000000000000000' },
  nonce: { before: '0', after: '1' },
  code_bytes: { before: 0, after: 11075 },
  storage: [
    {
      slot: `0x${'7c'.repeat(32)}`,
      before: word(0x64),
      after: word(0x32),
      name: `slot 0 [${examples.wallet}]`,
      name_source: 'derived' as const,
    },
  ],
  storage_count: 1,
}

/** What a transaction changed of the state, from a node that runs it again. */
export const stateChangeEndpoints = endpointsOf(evmExplorerRoot, {
  evmStateChanges: endpoint({
    path: '/evm/transactions/:transaction_hash/state-changes',
    summary: 'Get state changes by transaction',
    description:
      'The native balance, nonce, code and storage slots of every account that a transaction changed, before and after it. A node ' +
      'runs the transaction again at the first request; the result is kept. 503 `not_available` if no node of the chain serves ' +
      '`debug_traceTransaction` with `prestateTracer`, or has the state for it.',
    tag: 'EVM explorer',
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({
      transaction_hash: hex(),
      block_number: decimal(),
      block_hash: hex(),
      account_count: count(),
      accounts: z.array(stateAccount).describe('The first 500, by address.'),
    }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        ...examples.transactionInBlock,
        account_count: 1,
        accounts: [exampleAccount],
      },
    },
  }),
})

export type EvmStateChanges = z.output<(typeof stateChangeEndpoints)['evmStateChanges']['output']>

/** What the gas of a transaction was used for, and who got the fee. */
export const gasEndpoints = endpointsOf(evmExplorerRoot, {
  evmTransactionGas: endpoint({
    path: '/evm/transactions/:transaction_hash/gas',
    summary: 'Get gas by transaction',
    description:
      'What a transaction paid for before its code ran, the gas that the code of each contract used, and the parts of its fee. ' +
      'Gas used, limit and fees are the receipt’s; the intrinsic gas is computed from the transaction by the chain’s rules. Needs a node.',
    tag: 'EVM explorer',
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({
      transaction_hash: hex(),
      gas_limit: decimal(),
      gas_used: decimal(),
      intrinsic: record({
        total: decimal(),
        base: decimal(),
        calldata: decimal(),
        creation: decimal(),
        access_list: decimal(),
        authorizations: decimal(),
      }),
      execution: decimal()
        .nullable()
        .describe(
          'Gas that code used before refunds. Null if the trace includes intrinsic gas and refunds, or is missing.',
        ),
      refund: decimal().nullable().describe('`intrinsic.total + execution - gas_used`; null without `execution`.'),
      contracts: z
        .array(record({ address: hex(), address_label: text().nullable(), call_count: count(), gas: decimal() }))
        .nullable()
        .describe(
          'Gas used by each contract’s own code, excluding calls it made, most first. Where `execution` is null, refunds ' +
            'are subtracted from the contract that the transaction called. Null if the transaction could not be traced.',
        ),
      contracts_missing: text().nullable().describe('Why `contracts` is null.'),
      gas_price: decimal(),
      fee: decimal(),
      burnt: decimal().nullable().describe('The base fee times the gas used; null before London.'),
      blob: record({ gas_used: decimal(), gas_price: decimal(), fee: decimal() }).nullable(),
    }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        transaction_hash: examples.transactionHash,
        gas_limit: '90000',
        gas_used: '51234',
        intrinsic: {
          total: '21596',
          base: '21000',
          calldata: '596',
          creation: '0',
          access_list: '0',
          authorizations: '0',
        },
        execution: '34438',
        refund: '4800',
        contracts: [{ address: examples.token, address_label: null, call_count: 1, gas: '34438' }],
        contracts_missing: null,
        gas_price: '15000000000',
        fee: '768510000000000',
        burnt: '700000000000000',
        blob: { gas_used: '131072', gas_price: '1', fee: '131072' },
      },
    },
  }),
})

export type EvmTransactionGas = z.output<(typeof gasEndpoints)['evmTransactionGas']['output']>
