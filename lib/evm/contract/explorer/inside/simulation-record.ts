import * as z from 'zod'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import { decodedValue, namedCall, treeFrame } from './frame-records.ts'
import { stateAccount } from './state-change-endpoints.ts'

const balanceChange = record({
  address: hex(),
  address_label: text().nullable(),
  standard: z
    .enum(['native', 'ERC20', 'ERC721', 'ERC1155'])
    .nullable()
    .describe('Null for NFTs older than the standards.'),
  token_address: hex().nullable(),
  token_name: text().nullable(),
  token_symbol: text().nullable(),
  token_decimals: count().nullable(),
  token_id: decimal().nullable(),
  change: text().describe('Decimal, in the smallest unit; negative for a loss.'),
})

const log = record({
  log_index: decimal(),
  address: hex(),
  address_label: text().nullable(),
  topics: z.array(hex()),
  data: hex().describe('The first 4,096 bytes.'),
  event: namedCall.nullable(),
})

/** What a transaction would do. */
export const simulation = record({
  block_number: decimal().describe(
    'The block after which it ran; with `before.is_in_block`, the block in which it ran.',
  ),
  block_hash: hex(),
  before: record({
    block_number: decimal(),
    transaction_index: count(),
    is_in_block: z
      .boolean()
      .describe(
        'Whether it ran after all transactions that precede this one. False if the node runs transactions after whole blocks only: ' +
          'it then ran at the start of the block.',
      ),
  })
    .nullable()
    .describe('The place of the transaction given as `before`; null without it.'),
  untraced: text()
    .nullable()
    .describe(
      'Why it was not traced although its calls are reported by the node, as when it makes too many; otherwise null.',
    ),
  method: z.enum(['debug_traceCall', 'eth_simulateV1', 'eth_call']).describe('The method of the node that ran it.'),
  status: z.enum(['succeeded', 'failed']),
  from: hex(),
  to: hex().nullable(),
  value: decimal(),
  gas: decimal(),
  input: hex(),
  call: namedCall.nullable(),
  created_address: hex().nullable(),
  gas_used: decimal().nullable().describe('Null with `eth_call`.'),
  output: hex().describe('The returned or reverted bytes, the first 131,072.'),
  returned: z
    .array(decodedValue)
    .nullable()
    .describe('The decoded returned values; null where no verified ABI declares them.'),
  error: text().nullable().describe('The node’s text, if it failed.'),
  reason: namedCall.nullable().describe('The error that the contract returned.'),
  balance_changes: z
    .array(balanceChange)
    .describe(
      'The first 500, without fees: from calls that move the native coin, and from the standards’ transfer events.',
    ),
  balance_change_count: count(),
  has_native_changes: z
    .boolean()
    .describe(
      'False with `eth_call`, which does not report what happens inside: `balance_changes` is then incomplete.',
    ),
  logs: z
    .array(log)
    .nullable()
    .describe('The first 500; null where a successful call was run with `eth_call`, which does not report them.'),
  log_count: count().nullable(),
  frames: z
    .array(treeFrame)
    .nullable()
    .describe('Every call as in the call tree of a transaction, the first 10,000; null without `debug_traceCall`.'),
  frame_count: count().nullable(),
  accounts: z
    .array(stateAccount)
    .nullable()
    .describe(
      'What it would change of the state, as in the state changes of a transaction; null where `accounts_missing` says why.',
    ),
  account_count: count().nullable(),
  accounts_missing: text().nullable(),
})
