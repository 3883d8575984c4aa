import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, record, text, timestamp } from '#lib/api/record.ts'
import * as params from '#lib/evm/api/params.ts'
import { priceOutput } from '#lib/evm/api/records/price.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const tag = 'EVM explorer'

const evmChainState = record({
  chain: text(),
  title: text(),
  chain_id: text(),
  symbol: text(),
  decimals: count().describe('Of the native coin.'),
  icon: text().optional().describe('The path of its picture on this server.'),
  colour: text().optional().describe('As `#rrggbb`.'),
  public_node_url: text()
    .optional()
    .describe(
      'A node that anyone may use (`PUBLIC_NODE_URL_<CHAIN>`): wallets that do not know the chain are offered it.',
    ),
  source: z.enum(['index', 'hosted', 'demo']),
  status: z.enum(['SYNCED', 'SYNCING', 'STALLED']),
  first_block: decimal().nullable(),
  indexed_block: decimal().nullable(),
  head_block: decimal().nullable(),
  finalized_block: decimal().nullable(),
  indexed_block_timestamp: timestamp().nullable(),
  checked_at: timestamp().nullable().describe('When the node last responded to the worker.'),
  lag_seconds: z.number().nullable(),
  decoding_percent: z
    .number()
    .nullable()
    .describe(
      'How much of the stored blocks was decoded again after an update of the program; token transfers of the rest may be missing. Null when nothing is left to do.',
    ),
  index_complete: flag()
    .nullable()
    .describe('Whether every block up to the head is indexed; null where it is not known.'),
  coverage: text()
    .nullable()
    .describe('Indexed ranges of blocks, newest first, at most 8, as in `x-spyglass-coverage`.'),
  coverage_note: text().nullable().describe('One sentence on what is not indexed; null where nothing is missing.'),
  set_aside_blocks: count()
    .optional()
    .describe(
      'Blocks that are not indexed, because no node has returned them consistently yet or because they crashed the worker. The former are read again regularly.',
    ),
  refused_nodes: z
    .array(text())
    .optional()
    .describe(
      'One sentence for each configured node that is not used, because its chain id, genesis block or a final block differs. It is used again once it agrees.',
    ),
  notices: z
    .array(text())
    .optional()
    .describe('What the nodes of this chain do otherwise than usual, and what follows from it; one sentence each.'),
  internal_transfers: record({
    index_complete: flag().describe('Whether every block up to the head is traced.'),
    coverage: text().describe('Traced ranges of blocks, newest first, at most 8.'),
    coverage_note: text().nullable().describe('One sentence on what is not traced; null where nothing is missing.'),
    blocks_left: count().describe('Indexed blocks that are not traced yet.'),
    error: text().nullable().describe('Why blocks could not be traced at the last attempt.'),
  })
    .optional()
    .describe('Where internal transfers are indexed (`TRACES_<CHAIN>=values`): which blocks were traced.'),
  list_blocks_left: count()
    .optional()
    .describe(
      'Where lists by wallet and token are kept (`FANOUT_<CHAIN>=on`): the number of indexed blocks whose transfers are not in them yet; absent if none.',
    ),
  error: text().nullable().describe('The last failure in plain words, without secrets or node addresses.'),
})

/** The served chains, with the progress of each index. */
export const chainEndpoints = endpointsOf(evmExplorerRoot, {
  evmChains: endpoint({
    path: '/evm/chains',
    summary: 'Get chains',
    description: 'Every served chain, the source of its data, and the progress of its index.',
    tag,
    isKept: true,
    input: z.object({}),
    output: record({ result: z.array(evmChainState) }),
    example: {
      input: {},
      output: {
        result: [
          {
            chain: 'eth',
            title: 'Ethereum',
            chain_id: '0x1',
            symbol: 'ETH',
            decimals: 18,
            source: 'index',
            status: 'SYNCED',
            first_block: '16136217',
            indexed_block: '16141217',
            head_block: '16141217',
            finalized_block: '16141153',
            indexed_block_timestamp: '2022-12-08T16:35:11.000Z',
            checked_at: '2022-12-08T16:35:13.204Z',
            lag_seconds: 2,
            decoding_percent: null,
            index_complete: false,
            coverage: '16136217-16141217',
            coverage_note: 'Indexed from block 16,136,217; earlier transactions are not included.',
            error: null,
          },
        ],
      },
    },
  }),
})

export type EvmChainState = z.output<typeof evmChainState>

const evmDay = record({
  day: z.iso.date(),
  transactions: count(),
  blocks: count(),
  gas_used: decimal(),
  sent: count().optional().describe('With `address`: how many of the transactions it sent.'),
  days: count().optional().describe('With `whole`: the number of days that the row sums up, from `day` on.'),
})

/** Sums of each day of a chain or an address. */
export const activityEndpoints = endpointsOf(evmExplorerRoot, {
  evmActivity: endpoint({
    path: '/evm/activity',
    summary: 'Get activity by day',
    description:
      'Transactions, blocks and gas of each of the last days (UTC), oldest first; days without blocks have zeros. With ' +
      '`address`, only transactions that this address sent or received, how many of them it sent, and the blocks they are in.',
    tag,
    input: z.object({
      chain: params.chain(),
      days: parameters.integer({ min: 1, max: 366 }).default(30).describe('The number of days, including today.'),
      address: params.address().optional().describe('Only transactions of this address.'),
      whole: parameters
        .boolean()
        .optional()
        .describe(
          'With `address`: from its first to its last indexed transaction, in at most 120 rows of equally many days; `days` is ignored.',
        ),
    }),
    output: record({ result: z.array(evmDay) }),
    example: {
      input: { chain: 'eth', days: 2 },
      output: {
        result: [
          { day: '2022-12-07', transactions: 1_102_113, blocks: 7_124, gas_used: '107312004210' },
          { day: '2022-12-08', transactions: 803_517, blocks: 4_918, gas_used: '74108203347' },
        ],
      },
    },
  }),
})

export type EvmDay = z.output<typeof evmDay>

/** What the native coin is worth. */
export const coinPriceEndpoints = endpointsOf(evmExplorerRoot, {
  evmCoinPrice: endpoint({
    path: '/evm/price',
    summary: 'Get price of the native coin by chain',
    description:
      'The price of the native coin after the newest indexed block, at most three minutes old: from a Chainlink feed, or from the ' +
      'deepest Uniswap pool averaged over half an hour.',
    tag,
    input: z.object({ chain: params.chain() }),
    output: record({
      symbol: text(),
      price: priceOutput.nullable().describe('Null with `PRICES=off`, and where no price can be justified now.'),
    }),
    example: {
      input: { chain: 'eth' },
      output: {
        symbol: 'ETH',
        price: {
          usd: '2550.43',
          method: 'chainlink' as const,
          source: '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419',
          pair: 'ETH / USD',
          quote: null,
          depth_usd: null,
          age_seconds: 1260,
          window_seconds: null,
          block_number: '22869878',
        },
      },
    },
  }),
})

export type EvmCoinPrice = z.output<(typeof coinPriceEndpoints)['evmCoinPrice']['output']>
