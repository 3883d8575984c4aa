import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import { evmContractStorage } from '#lib/evm/contract/explorer/routes/contracts.ts'
import * as params from '#lib/evm/contract/params.ts'

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

export const contractStorage = record({
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

export const storageEndpoints = {
  evmContractStorage: endpoint(evmContractStorage, {
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
            slot: `0x${'1'.padStart(64, '0')}`,
            offset: 0,
            kind: 'value' as const,
            value: '2125000024',
          },
        ],
      },
    },
  }),
} satisfies Api

export type EvmContractStorage = z.output<typeof contractStorage>
