import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import { wordOf } from '#lib/base/hex.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

/** Calls of one request. */
const callsMax = 30
const callsTextMax = 16_384
const signatureMax = 1_000

/** The calls of a request: each a list of a function and its arguments. */
export const callList = z
  .array(z.tuple([z.string().min(1).max(signatureMax)], z.unknown()))
  .min(1)
  .max(callsMax)

const calls = () =>
  parameter<string, string>(
    {
      type: 'calls',
      accepts: `a JSON list of up to ${callsMax} calls such as [["balanceOf(address)", "0x…"], ["totalSupply()"]], ${callsTextMax} characters at most`,
      json: { type: 'string', maxLength: callsTextMax },
    },
    (raw) => {
      if (typeof raw !== 'string' || raw.length > callsTextMax) return new Fault('is not a list of calls')
      try {
        return callList.safeParse(parseJson(raw)).success ? raw : new Fault('is not a list of calls')
      } catch {
        return new Fault('is not JSON')
      }
    },
  )

const functionParameter = record({
  name: text().describe('Empty where the ABI gives none.'),
  type: text().describe('With the names of the fields of tuples: `(address to,uint256 amount)[]`.'),
  description: text().nullable().describe('Of its author, in verified sources (NatSpec).'),
})

const mutability = () => z.enum(['view', 'pure', 'nonpayable', 'payable']).nullable()

const contractFunction = record({
  selector: hex(),
  signature: text().nullable().describe('Null if only its selector is known.'),
  name: text().nullable(),
  inputs: z.array(functionParameter),
  outputs: z.array(functionParameter).describe('Empty also where they are not known.'),
  notice: text().nullable().describe('Of its author to users, in verified sources (NatSpec).'),
  details: text().nullable().describe('Of its author to developers, in verified sources (NatSpec).'),
  mutability: mutability().describe('By an ABI; null without one.'),
  inputs_from: z
    .enum(['abi', 'signature', 'bytecode'])
    .nullable()
    .describe(
      'signature: by the guessed name. bytecode: guessed from the code; call such a function as `0x1234abcd(address,uint256)`. Null if the inputs are not known.',
    ),
  guessed_mutability: mutability().describe(
    'Without an ABI: `view` for a function that its standard defines so, otherwise what the bytecode suggests. A guess; null also if the ' +
      'code could not be analysed in time.',
  ),
  source: z
    .enum(['abi', 'given', 'guess'])
    .describe(
      'given: by an ABI that somebody gave, which is not proven. guess: the selector is in the bytecode, and its name is that of a known function with this selector.',
    ),
  address: hex().describe('The contract whose code has it: the contract itself, or what it forwards to.'),
})

const decodedParameter = record({ name: text(), type: text(), value: text() })

const contractCallResult = record({
  function: text().describe('Its canonical signature.'),
  calldata: hex(),
  status: z.enum(['returned', 'reverted', 'failed']).describe('failed: no node could run it.'),
  outputs: z
    .array(decodedParameter)
    .nullable()
    .describe('The returned values; null without an ABI, if the bytes do not fit it, and unless it returned.'),
  output: hex().nullable().describe('The returned or reverted bytes.'),
  error: record({
    signature: text().nullable().describe('`Error(string)`, `Panic(uint256)`, or a custom error of the ABI.'),
    params: z.array(decodedParameter),
    text: text().nullable().describe('The reason in words.'),
  })
    .nullable()
    .describe('Why it did not return.'),
})

/** The functions of a contract, and calls of them. */
export const contractCallEndpoints = endpointsOf(evmExplorerRoot, {
  evmContractFunctions: endpoint({
    path: '/evm/contracts/:address/functions',
    summary: 'Get functions of a contract',
    description:
      'The functions of a contract and of what it forwards to: from their ABIs, and for contracts without one by the selectors ' +
      'in their bytecode, with guessed names, parameters and mutability.',
    tag: 'EVM explorer',
    input: z.object({ address: params.address().describe('The contract.'), chain: params.chain() }),
    output: record({ address: hex(), block_number: decimal(), result: z.array(contractFunction) }),
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        block_number: '16141217',
        result: [
          {
            selector: '0x70a08231',
            signature: 'balanceOf(address)',
            name: 'balanceOf',
            inputs: [{ name: 'account', type: 'address', description: 'The holder.' }],
            outputs: [{ name: '', type: 'uint256', description: null }],
            notice: 'Returns how many tokens an account holds.',
            details: null,
            mutability: 'view' as const,
            inputs_from: 'abi' as const,
            guessed_mutability: null,
            source: 'abi' as const,
            address: examples.token,
          },
          {
            selector: '0x1d2b3c4f',
            signature: null,
            name: null,
            inputs: [{ name: '', type: 'address', description: null }],
            outputs: [],
            notice: null,
            details: null,
            mutability: null,
            inputs_from: 'bytecode' as const,
            guessed_mutability: 'view' as const,
            source: 'guess' as const,
            address: examples.token,
          },
        ],
      },
    },
  }),
  evmContractCalls: endpoint({
    path: '/evm/contracts/:address/calls',
    summary: 'Call functions of a contract',
    description:
      'Calls functions of a contract on the node, after any block whose state it keeps. Nothing is sent to the chain. Arguments are ' +
      'JSON: numbers as text, bytes as hex text, lists and tuples as JSON lists. Each call may use 30 million gas and return 128 KiB.',
    tag: 'EVM explorer',
    input: z.object({
      address: params.address().describe('The contract.'),
      calls: calls().describe('Functions, by signature, selector or name, with their arguments.'),
      block_number: parameters.integer().optional().describe('Default: the newest indexed block.'),
      from: params.address().optional().describe('The caller that the contract sees. Default: the zero address.'),
      chain: params.chain(),
    }),
    output: record({ address: hex(), block_number: decimal(), result: z.array(contractCallResult) }),
    example: {
      input: { address: examples.token, calls: `[["balanceOf(address)","${examples.wallet}"]]`, chain: 'eth' },
      output: {
        address: examples.token,
        block_number: '16141217',
        result: [
          {
            function: 'balanceOf(address)',
            calldata: `0x70a08231${wordOf(examples.wallet)}`,
            status: 'returned' as const,
            outputs: [{ name: '', type: 'uint256', value: '1500000000000000000' }],
            output: '0x00000000000000000000000000000000000000000000000014d1120d7b160000',
            error: null,
          },
          {
            function: 'transfer(address,uint256)',
            calldata: `0xa9059cbb${wordOf(examples.wallet)}${wordOf(1)}`,
            status: 'reverted' as const,
            outputs: null,
            output: null,
            error: {
              signature: 'Error(string)',
              params: [{ name: 'message', type: 'string', value: 'ERC20: transfer amount exceeds balance' }],
              text: 'ERC20: transfer amount exceeds balance',
            },
          },
        ],
      },
    },
  }),
})

export type EvmContractFunction = z.output<typeof contractFunction>

export type EvmContractCallResult = z.output<typeof contractCallResult>

export const keysMax = 4
const keyMax = 402

const variable = record({
  name: text().describe('With its path: `config.owner`, `prices[2]`, `balances[0x…]`.'),
  type: text().describe('As the sources write it.'),
  slot: hex(),
  offset: count().describe('Bytes of the slot to the right of it.'),
  kind: z
    .enum(['value', 'text', 'list', 'mapping'])
    .describe('The value of a list is its length; entries of lists and mappings are read with `variable` and `keys`.'),
  value: text()
    .nullable()
    .describe(
      'Integers are decimal, other bytes hex, the first 1,024 bytes of a text. Null for mappings, and if it was not read.',
    ),
})

const contractStorage = record({
  address: hex(),
  block_number: decimal(),
  layout_address: hex()
    .nullable()
    .describe('The contract whose verified sources place the variables: the contract itself, or what it forwards to.'),
  result: z
    .array(variable)
    .nullable()
    .describe(
      'In the order of their slots, the first 200; null if no storage layout is known: the sources are not verified here.',
    ),
})

export const storageEndpoints = endpointsOf(evmExplorerRoot, {
  evmContractStorage: endpoint({
    path: '/evm/contracts/:address/storage',
    summary: 'Get storage of a contract',
    description:
      'The state variables of a verified contract with their values after any block whose state the node keeps, read from its storage ' +
      'slots: private ones too. Storage is public, and no function of the contract is called.',
    tag: 'EVM explorer',
    input: z.object({
      address: params.address().describe('The contract.'),
      variable: parameters.text({ max: 200 }).optional().describe('A mapping or a list: one entry of it is returned.'),
      keys: parameters
        .text({ max: keysMax * keyMax })
        .optional()
        .describe(
          'With `variable`: the key of each level of the mapping, or the index in the list, separated by commas.',
        ),
      block_number: parameters
        .integer()
        .optional()
        .describe('The block after which storage is read. Default: the newest indexed block.'),
      chain: params.chain(),
    }),
    output: contractStorage,
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        block_number: '16141217',
        layout_address: examples.token,
        result: [
          {
            name: 'totalSupply',
            type: 'uint256',
            slot: `0x${wordOf(1)}`,
            offset: 0,
            kind: 'value' as const,
            value: '2125000024',
          },
        ],
      },
    },
  }),
})

export type EvmContractStorage = z.output<typeof contractStorage>
