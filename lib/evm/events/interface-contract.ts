import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { jsonValue } from '#lib/api/input/parse-json.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import { wordOf } from '#lib/base/hex.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'
import { topic } from './contract.ts'

const tag = 'Events'

const searched =
  'Newest first (block, then log index). Blocks that are not indexed are searched on a node; without one, only indexed blocks are. ' +
  'A request searches a limited number of blocks: a page may have fewer records than `limit`, or none, and still a cursor. ' +
  'Pages are counted from 0 and there is no total.'

const placeFields = {
  transaction_hash: hex(),
  address: hex(),
  block_timestamp: timestamp().nullable().describe('Null if neither the index nor the node has the time of the block.'),
  block_number: decimal(),
  block_hash: hex(),
}

const contractLog = record({
  ...placeFields,
  data: hex(),
  topic0: hex().nullable(),
  topic1: hex().nullable(),
  topic2: hex().nullable(),
  topic3: hex().nullable(),
  transaction_index: count(),
  log_index: count(),
})

const contractEvent = record({
  ...placeFields,
  transaction_index: count(),
  log_index: count(),
  data: z
    .record(z.string(), z.unknown())
    .describe(
      'The arguments by name: numbers as decimal text, addresses in lower case, lists and tuples as lists. Empty if the event has ' +
        'other indexed arguments than the ABI.',
    ),
})

const logPageOf = <Item extends z.ZodType>(item: Item) =>
  record({
    page: count().describe('Number of this page, from 0.'),
    page_size: count().describe('The page size in force.'),
    cursor: text()
      .nullable()
      .describe('Send it as `cursor` to search older blocks; null when the whole range is searched.'),
    result: z.array(item),
  })

/** Events are searched from the newest block down. */
const newestFirst = () =>
  parameters.oneOf(['DESC']).optional().describe('`DESC`, newest first, is the only order of this list.')

const listParameters = () => ({
  ...params.bounds(),
  order: newestFirst(),
  ...params.paging(),
  disable_total: params.uncountedTotal(),
})

const eventAbi = () =>
  jsonValue(
    {
      type: 'event ABI',
      accepts: 'the item of one event of an ABI: an object with `name` and `inputs`',
      json: { type: 'object' },
      fault: 'is not the ABI of an event',
    },
    z.looseObject({ name: z.string(), inputs: z.array(z.unknown()) }),
  )

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const examplePlace = {
  transaction_hash: examples.transactionHash,
  address: examples.token,
  block_timestamp: '2022-12-08T16:35:11.000Z',
  block_number: '16141217',
  block_hash: examples.blockHash,
}
const examplePage = { page: 0, page_size: 100, cursor: examples.nextCursor }

/** Logs of a contract: as they are, and decoded by an ABI that the caller gives. */
export const contractLogEndpoints = endpointsOf(evmRoot, {
  contractLogs: endpoint({
    path: '/api/v2/:address/logs',
    paged: 'cursor',
    summary: 'Get logs by contract',
    description: `Logs of a contract, filtered by topics. ${searched}`,
    tag,
    input: z.object({
      address: params.address().describe('The contract.'),
      chain: params.chain(),
      block_number: parameters.integer().optional().describe('Only this block. Takes precedence over the bounds.'),
      topic0: topic().describe('The first topic: the hash of the signature of the event.'),
      topic1: topic().describe('The second topic.'),
      topic2: topic().describe('The third topic.'),
      topic3: topic().describe('The fourth topic.'),
      ...listParameters(),
    }),
    output: logPageOf(contractLog),
    example: {
      input: { address: examples.token, chain: 'eth', topic0: transferTopic, limit: 100 },
      output: {
        ...examplePage,
        result: [
          {
            ...examplePlace,
            data: `0x${wordOf(2_124_999_000)}`,
            topic0: transferTopic,
            topic1: `0x${wordOf(examples.wallet)}`,
            topic2: `0x${wordOf(examples.collection)}`,
            topic3: null,
            transaction_index: 74,
            log_index: 147,
          },
        ],
      },
    },
  }),
  contractEvents: endpoint({
    method: 'POST',
    path: '/api/v2/:address/events',
    paged: 'cursor',
    inQuery: [
      ...(['chain', 'topic', 'from_block', 'to_block', 'from_date', 'to_date'] as const),
      ...(['order', 'limit', 'cursor', 'disable_total'] as const),
    ],
    wholeBody: 'abi',
    summary: 'Get events by contract',
    description: `Events of one kind of a contract, decoded by the ABI of the event, which is the body of the request. ${searched}`,
    tag,
    input: z.object({
      address: params.address().describe('The contract.'),
      chain: params.chain(),
      topic: parameters
        .matching({
          type: 'topic',
          accepts: '0x and 64 hex digits, the hash of the signature of the event',
          pattern: '^0x[0-9a-fA-F]{64}$',
          fault: 'is not the topic of an event',
          read: (given) => given.toLowerCase(),
        })
        .describe('The first topic: the hash of the signature of the event.'),
      abi: eventAbi().describe('The ABI of the event.'),
      ...listParameters(),
    }),
    output: logPageOf(contractEvent),
    example: {
      input: {
        address: examples.token,
        chain: 'eth',
        topic: transferTopic,
        abi: {
          type: 'event',
          name: 'Transfer',
          inputs: [
            { name: 'from', type: 'address', indexed: true },
            { name: 'to', type: 'address', indexed: true },
            { name: 'value', type: 'uint256', indexed: false },
          ],
        },
        limit: 100,
      },
      output: {
        ...examplePage,
        result: [
          {
            ...examplePlace,
            transaction_index: 74,
            log_index: 147,
            data: { from: examples.wallet, to: examples.collection, value: '2124999000' },
          },
        ],
      },
    },
  }),
})
