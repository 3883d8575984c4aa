import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as routes from '#lib/evm/contract/explorer/routes/simulations.ts'
import { calldataBytesMax, keptCalldataBytesMax } from '#lib/evm/contract/format/calldata-bounds.ts'
import * as params from '#lib/evm/contract/params.ts'
import {
  callFrame,
  decodedValue,
  exampleCallFrame,
  exampleEvent,
  framePlace,
  namedCall,
  treeFrame,
} from './frame-records.ts'
import { exampleAccount, stateAccount } from './state-change-endpoints.ts'

export const simulationGasMax = 30_000_000
const balancesMax = 10
const callTextMax = 10_000

const amount = () =>
  parameter<string, string>(
    {
      type: 'amount',
      accepts: 'a whole number below 2^256, in the smallest unit of the native coin',
      json: { type: 'string', pattern: '^([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$' },
    },
    readAmount,
  )

const readAmount = (raw: unknown): string | Fault => {
  const written = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : ''
  if (!/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(written)) return new Fault('is not a whole number')
  const value = BigInt(written)
  return value < 2n ** 256n ? String(value) : new Fault('is out of range')
}

const balance = () =>
  parameter<string, string>(
    {
      type: 'balance of an address',
      accepts: 'an address, a colon and an amount in the smallest unit, such as 0x…:1000',
      json: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}:([0-9]{1,78}|0x[0-9a-fA-F]{1,64})$' },
    },
    (raw) => {
      const [address = '', written] = typeof raw === 'string' ? raw.split(':') : []
      if (!/^0x[0-9a-f]{40}$/i.test(address)) return new Fault('is not an address, a colon and an amount')
      const value = readAmount(written)
      return value instanceof Fault ? value : `${address.toLowerCase()}:${value}`
    },
  )

const calldata = (bytesMax: number) =>
  parameter<string, string>(
    {
      type: 'calldata',
      accepts: `0x and an even number of hex digits, ${bytesMax.toLocaleString('en-US')} bytes at most`,
      json: { type: 'string', pattern: '^0x([0-9a-fA-F]{2})*$', maxLength: 2 + 2 * bytesMax },
    },
    (raw) => {
      if (typeof raw !== 'string' || !raw.startsWith('0x')) return new Fault('is not calldata')
      if (raw.length > 2 + 2 * bytesMax) return new Fault(`has more than ${bytesMax.toLocaleString('en-US')} bytes`)
      return /^0x([0-9a-f]{2})*$/i.test(raw) ? raw.toLowerCase() : new Fault('is not calldata')
    },
  )

const dataId = () =>
  parameter<string, string>(
    {
      type: 'id of calldata',
      accepts: 'the data_id of kept calldata: 0x and 64 hex digits',
      json: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
    },
    (raw) =>
      typeof raw === 'string' && /^0x[0-9a-f]{64}$/i.test(raw)
        ? raw.toLowerCase()
        : new Fault('is not an id of calldata'),
  )

/** A function and its arguments, as a list. */
export const namedCallList = z.tuple([z.string().min(1).max(1_000)], z.unknown())

const call = () =>
  parameter<string, string>(
    {
      type: 'call',
      accepts: `a JSON list of a function and its arguments such as ["transfer(address,uint256)", "0x…", "1"], ${callTextMax} characters at most`,
      json: { type: 'string', maxLength: callTextMax },
    },
    (raw) => {
      if (typeof raw !== 'string' || raw.length > callTextMax) return new Fault('is not a call')
      try {
        return namedCallList.safeParse(JSON.parse(raw)).success ? raw : new Fault('is not a call')
      } catch {
        return new Fault('is not JSON')
      }
    },
  )

const input = {
  from: params.address().optional().describe('The sender. Default: the zero address.'),
  to: params.address().optional().describe('The called address; without it, `data` creates a contract.'),
  value: amount().optional().describe('The sent amount of the native coin, in its smallest unit. Default: 0.'),
  data: calldata(calldataBytesMax).optional().describe('The calldata. For longer calldata, see `data_id`.'),
  data_id: dataId()
    .optional()
    .describe(
      `Instead of \`data\`: the id of kept calldata of up to ${keptCalldataBytesMax.toLocaleString('en-US')} bytes, by \`POST /evm/simulation/calldata\`.`,
    ),
  data_of: parameters
    .transactionHash()
    .optional()
    .describe('Instead of `data`: the hash of a transaction whose calldata, of any length, is used.'),
  call: call()
    .optional()
    .describe('Instead of `data`: a function of `to` by signature, selector or name, with its arguments.'),
  gas: parameters
    .integer({ min: 21_000, max: simulationGasMax })
    .optional()
    .describe(`The gas limit. Default: ${simulationGasMax.toLocaleString('en-US')}.`),
  block_number: parameters
    .integer()
    .optional()
    .describe('The block after which it runs. Default: the newest indexed block.'),
  before: parameters
    .transactionHash()
    .optional()
    .describe('Instead of `block_number`: the hash of a transaction of the chain, right before which it runs.'),
  balances: parameters
    .list(balance(), { max: balancesMax })
    .optional()
    .describe('Native balances that addresses have instead of their own: `0x…:1000`.'),
  chain: params.chain(),
}

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
export const simulationEndpoints = {
  evmSimulation: endpoint(routes.evmSimulation, {
    summary: 'Simulate a transaction',
    description:
      'Runs a transaction on the node after any block whose state it keeps, and returns what it would do. Nothing is sent to the chain. The ' +
      'gas price is zero. Uses `debug_traceCall`, otherwise `eth_simulateV1`, otherwise `eth_call`, which reports the result only. ' +
      '503 `not_available` if no node of the chain has the state.',
    tag: 'EVM explorer',
    input: z.object(input),
    output: simulation,
    example: {
      input: exampleInput,
      output: {
        block_number: '16141217',
        block_hash: examples.blockHash,
        before: { block_number: '16141217', transaction_index: 4, is_in_block: true },
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
  evmKeepCalldata: endpoint(routes.evmKeepCalldata, {
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
  evmSimulatedCall: endpoint(routes.evmSimulatedCall, {
    summary: 'Get one call of a simulation',
    description:
      'One frame of the call tree of a simulated transaction with all of its calldata, its returned data and all arguments.',
    tag: 'EVM explorer',
    input: z.object({ ...input, frame: framePlace() }),
    output: callFrame,
    example: {
      input: { ...exampleInput, frame: '0' },
      output: {
        ...exampleCallFrame,
        input: '0xa9059cbb',
        output: '0x0000000000000000000000000000000000000000000000000000000000000001',
        returned: [{ name: '', value: 'true', type: 'bool' }],
      },
    },
  }),
} satisfies Api

export type EvmSimulation = z.output<typeof simulation>
