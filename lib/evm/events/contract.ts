import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { Fault, parameter } from '#lib/api/input/parameter.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { wordOf } from '#lib/base/hex.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { decodedEvent, missingAbisHeaders } from '#lib/evm/api/records/transactions.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

/** Whether a list that searches logs also asks the node. */
export const searchedBlocks = () =>
  parameters
    .oneOf(['all', 'indexed'])
    .optional()
    .describe(
      '`all` (the default) also searches blocks that are not indexed, on the node. Without a node, only indexed blocks are searched.',
    )

/** How far a list that searches logs came. */
export const searchedFields = {
  cursor: text()
    .nullable()
    .describe('Send it as `cursor` to search older blocks; null when the whole range is searched.'),
  blocks: z.enum(['all', 'indexed']).describe('indexed: blocks that are not indexed were left out.'),
  searched: record({ from_block: decimal(), to_block: decimal() })
    .nullable()
    .describe('Null if no block is in the range.'),
}

const numberMax = 2n ** 256n

/** A whole topic: hex of up to 32 bytes is padded in front; decimal numbers are converted. */
export const topic = () =>
  parameter<string, string>(
    {
      type: 'topic',
      accepts: '0x and up to 64 hex digits (an address, a number or a whole topic), or a decimal number',
      json: { type: 'string', pattern: '^(0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$' },
    },
    (raw) => {
      if (typeof raw !== 'string' || !/^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(raw)) return new Fault('is not a topic')
      const value = BigInt(raw)
      return value < numberMax ? `0x${wordOf(value)}` : new Fault('is out of range')
    },
  ).optional()

const indexedArgument = () => parameters.text({ max: 1_000 }).optional()

const evmLog = record({
  block_number: decimal(),
  block_hash: hex(),
  block_timestamp: timestamp().nullable().describe('Null if neither the index nor the node has the time of the block.'),
  transaction_hash: hex(),
  transaction_index: count(),
  log_index: count().describe('Its index in the block.'),
  address: hex(),
  address_label: text().nullable(),
  topic0: hex().nullable(),
  topic1: hex().nullable(),
  topic2: hex().nullable(),
  topic3: hex().nullable(),
  data: hex(),
  decoded_event: decodedEvent.nullable().describe('By the ABI of the contract.'),
  guessed_event: decodedEvent
    .nullable()
    .describe('Where `decoded_event` is null: by a known signature with the same topic. May be wrong.'),
  token: record({ symbol: text(), decimals: count() })
    .nullable()
    .describe('The unit of its amounts, if the contract is a token and it is known.'),
  argument_addresses: z
    .array(record({ address: hex(), address_label: text().nullable() }))
    .describe('The addresses among the arguments of the event, with their names.'),
})

const exampleEvent = {
  signature: 'Transfer(address,address,uint256)',
  label: 'Transfer',
  type: 'event' as const,
  params: [
    { name: 'from', value: examples.wallet, type: 'address' },
    { name: 'to', value: examples.collection, type: 'address' },
    { name: 'value', value: '2124998488', type: 'uint256' },
  ],
}

const exampleLog = {
  block_number: '16141217',
  block_hash: examples.blockHash,
  block_timestamp: '2022-12-08T16:35:11.000Z',
  transaction_hash: examples.transactionHash,
  transaction_index: 63,
  log_index: 147,
  address: examples.token,
  address_label: null,
  topic0: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  topic1: `0x${wordOf(examples.wallet)}`,
  topic2: `0x${wordOf(examples.collection)}`,
  topic3: null,
  data: '0x000000000000000000000000000000000000000000000000000000007ea8e958',
  token: { symbol: 'USDC', decimals: 6 },
  argument_addresses: [
    { address: examples.wallet, address_label: 'Quiet Collector' },
    { address: examples.collection, address_label: null },
  ],
}

const contractEvent = record({
  topic0: hex(),
  signature: text().nullable().describe('Null if only its topic is known.'),
  name: text().nullable(),
  inputs: z
    .array(record({ name: text(), type: text(), indexed: flag() }))
    .describe('Empty also where they are not known.'),
  source: z.enum(['abi', 'guess']).describe('guess: by a known signature with the same topic. May be wrong.'),
})

/** Events of any contract, by their topics. */
export const logEndpoints = endpointsOf(evmExplorerRoot, {
  evmLogs: endpoint({
    path: '/evm/logs',
    paged: 'cursor',
    summary: 'Search events',
    description:
      'Events by contract, event and indexed arguments, newest first, up to the newest indexed block. Indexed blocks are searched in ' +
      'the index, others on the node. A contract, an event or a topic is required, unless `blocks` is `indexed`. ' +
      'A request searches a limited number of blocks: a page may have few records, or none, and a cursor. ' +
      '`searched` names the blocks of this page; together, the pages leave no block out.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object({
      address: params.address().optional().describe('The contract.'),
      event: parameters
        .text({ max: 500 })
        .optional()
        .describe(
          'The signature of the event, such as `Transfer(address,address,uint256)`, its topic, or its name if the ABI of the contract ' +
            'has one event of that name. Takes precedence over `topic0`.',
        ),
      topic0: topic().describe('The first topic: the hash of the signature.'),
      topic1: indexedArgument().describe(
        'The first indexed argument: a whole topic, or a value such as an address, a number, `true` or `false`. Values of other types ' +
          'are converted where `event` is declared with its indexed arguments or the ABI of the contract is known.',
      ),
      topic2: indexedArgument().describe('The second indexed argument.'),
      topic3: indexedArgument().describe('The third indexed argument.'),
      blocks: searchedBlocks(),
      chain: params.chain(),
      ...params.blockBounds(),
      ...params.paging(),
    }),
    output: record({
      ...searchedFields,
      result: z.array(evmLog),
    }),
    example: {
      input: {
        address: examples.token,
        event: 'Transfer(address,address,uint256)',
        topic1: examples.wallet,
        chain: 'eth',
        limit: 25,
      },
      output: {
        cursor: examples.nextCursor,
        blocks: 'all' as const,
        searched: { from_block: '16141154', to_block: '16141217' },
        result: [
          { ...exampleLog, decoded_event: exampleEvent, guessed_event: null },
          { ...exampleLog, log_index: 146, decoded_event: null, guessed_event: exampleEvent },
        ],
      },
    },
  }),
  evmContractEvents: endpoint({
    path: '/evm/contracts/:address/events',
    summary: 'Get events of a contract',
    description:
      'The kinds of events of a contract: those of its ABI and of the contracts it forwards to; for a contract without one, those among ' +
      'its newest indexed events, with guessed names.',
    tag: 'EVM explorer',
    headers: missingAbisHeaders,
    input: z.object({ address: params.address().describe('The contract.'), chain: params.chain() }),
    output: record({ address: hex(), result: z.array(contractEvent) }),
    example: {
      input: { address: examples.token, chain: 'eth' },
      output: {
        address: examples.token,
        result: [
          {
            topic0: exampleLog.topic0,
            signature: exampleEvent.signature,
            name: exampleEvent.label,
            inputs: [
              { name: 'from', type: 'address', indexed: true },
              { name: 'to', type: 'address', indexed: true },
              { name: 'value', type: 'uint256', indexed: false },
            ],
            source: 'abi' as const,
          },
        ],
      },
    },
  }),
})

export type EvmLogRecord = z.output<typeof evmLog>

export type EvmContractEvent = z.output<typeof contractEvent>
