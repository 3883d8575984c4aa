import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as routes from '#lib/evm/contract/explorer/routes/transactions.ts'
import * as params from '#lib/evm/contract/params.ts'

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

const word = (value: string) => `0x${value.padStart(64, '0')}`

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
      before: word('64'),
      after: word('32'),
      name: `slot 0 [${examples.wallet}]`,
      name_source: 'derived' as const,
    },
  ],
  storage_count: 1,
}

/** What a transaction changed of the state, from a node that runs it again. */
export const stateChangeEndpoints = {
  evmStateChanges: endpoint(routes.evmStateChanges, {
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
} satisfies Api

export type EvmStateChanges = z.output<(typeof stateChangeEndpoints)['evmStateChanges']['output']>
