import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import { keptCalldataBytesMax } from '#lib/evm/api/format/calldata-bounds.ts'
import * as params from '#lib/evm/api/params.ts'
import { missingAbisHeaders } from '#lib/evm/api/records/transactions.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'
import {
  callFrame,
  decodedValue,
  exampleCallFrame,
  exampleEvent,
  exampleWholeFrame,
  framePlace,
  namedCall,
  treeFrame,
} from '#lib/evm/trace/contract.ts'
import { exampleAccount, stateAccount } from '#lib/evm/trace/state-contract.ts'
import { calldata, simulationInput } from './simulation-input.ts'

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
const simulation = record({
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

const exampleInput = {
  from: examples.wallet,
  to: examples.token,
  call: `["transfer(address,uint256)","${examples.collection}","2125000024"]`,
  chain: 'eth',
}

/** Transactions that are run without being sent. */
export const simulationEndpoints = endpointsOf(evmExplorerRoot, {
  evmSimulation: endpoint({
    path: '/evm/simulation',
    summary: 'Simulate a transaction',
    description:
      'Runs a transaction on the node after any block whose state it keeps, and returns what it would do. Nothing is sent to the chain. The ' +
      'gas price is zero. Uses `debug_traceCall`, otherwise `eth_simulateV1`, otherwise `eth_call`, which reports the result only. ' +
      '503 `not_available` if no node of the chain has the state.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object(simulationInput),
    output: simulation,
    example: {
      input: exampleInput,
      output: {
        block_number: '16141217',
        block_hash: examples.blockHash,
        before: { block_number: '16141217', transaction_index: 4, is_in_block: true },
        untraced: null,
        method: 'debug_traceCall' as const,
        status: 'failed' as const,
        from: examples.wallet,
        to: examples.token,
        value: '0',
        gas: '30000000',
        input: '0xa9059cbb',
        call: exampleCallFrame.call,
        created_address: examples.collection,
        gas_used: '51234',
        output: '0x0000000000000000000000000000000000000000000000000000000000000001',
        returned: [{ name: '', value: 'true', type: 'bool' }],
        error: 'execution reverted',
        reason: exampleCallFrame.reason,
        balance_changes: [
          {
            address: examples.wallet,
            address_label: null,
            standard: 'ERC20' as const,
            token_address: examples.token,
            token_name: 'Dai Stablecoin',
            token_symbol: 'DAI',
            token_decimals: 18,
            token_id: '1',
            change: '-2125000024',
          },
        ],
        balance_change_count: 1,
        has_native_changes: true,
        logs: [
          {
            log_index: '0',
            address: examples.token,
            address_label: null,
            topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
            data: '0x',
            event: exampleEvent,
          },
        ],
        log_count: 1,
        frames: [
          {
            ...exampleCallFrame,
            input_bytes: 68,
            output_bytes: 32,
            delegate: '0-0',
            logs: [{ log_index: '0', position: 0, address: examples.token, event: exampleEvent }],
          },
        ],
        frame_count: 1,
        accounts: [exampleAccount],
        account_count: 1,
        accounts_missing: null,
      },
    },
  }),
  evmKeepCalldata: endpoint({
    method: 'POST',
    path: '/evm/simulation/calldata',
    summary: 'Keep calldata for simulations',
    description:
      'Keeps calldata that is too long for a URL, and returns its id for `data_id` of a simulation. The id is the SHA-256 of the calldata: ' +
      'anyone who has it can read the calldata. When space runs out, the calldata that was used least recently is removed.',
    tag: 'EVM explorer',
    input: z.object({ data: calldata(keptCalldataBytesMax).describe('The calldata.'), chain: params.chain() }),
    output: record({ data_id: hex(), byte_count: count() }),
    example: {
      input: { data: '0xa9059cbb', chain: 'eth' },
      output: { data_id: '0x095b07b3d4eeeaaf11d6d19839479fe44f98ab1e96546e0e058002d7d927e5ba', byte_count: 4 },
    },
  }),
  evmSimulatedCall: endpoint({
    path: '/evm/simulation/calls/:frame',
    summary: 'Get one call of a simulation',
    description:
      'One frame of the call tree of a simulated transaction with all of its calldata, its returned data and all arguments.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object({ ...simulationInput, frame: framePlace() }),
    output: callFrame,
    example: {
      input: { ...exampleInput, frame: '0' },
      output: exampleWholeFrame,
    },
  }),
})

export type EvmSimulation = z.output<typeof simulation>
