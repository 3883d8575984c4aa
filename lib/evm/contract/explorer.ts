import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import { collectionEndpoints } from './collection-endpoints.ts'
import { plainPage } from './envelopes.ts'
import * as examples from './examples.ts'
import { evmExplorerRoutes } from './explorer-routes.ts'
import { neighbourEndpoints } from './neighbour-endpoints.ts'
import { ownershipEndpoints } from './ownership-endpoints.ts'
import * as params from './params.ts'
import { proofEndpoints } from './proof-endpoints.ts'
import { nativeTransaction } from './transactions.ts'

const tag = 'EVM explorer'

const evmChainState = record({
  chain: text(),
  title: text(),
  chain_id: text(),
  symbol: text(),
  decimals: count().describe('Of the native coin.'),
  icon: text().optional().describe('The path of its picture on this server.'),
  colour: text().optional().describe('As `#rrggbb`.'),
  source: z.enum(['index', 'hosted', 'demo']),
  status: z.enum(['SYNCED', 'SYNCING', 'STALLED']),
  first_block: decimal().nullable(),
  indexed_block: decimal().nullable(),
  head_block: decimal().nullable(),
  finalized_block: decimal().nullable(),
  indexed_block_timestamp: timestamp().nullable(),
  checked_at: timestamp().nullable().describe('When the worker last heard from the node.'),
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
      'Blocks that are not indexed, because no node has given them consistently yet or because they ended the worker. The former are read again regularly.',
    ),
  refused_nodes: z
    .array(text())
    .optional()
    .describe(
      'One sentence for each configured node that is not used, because its chain id, genesis block or a final block differs. It is used again once it agrees.',
    ),
  error: text().nullable().describe('Words about the last failure that hold no secret and no address of a node.'),
})

const blockFields = {
  block_number: decimal(),
  block_hash: hex(),
  parent_hash: hex(),
  block_timestamp: timestamp(),
  miner: hex(),
  gas_used: decimal(),
  gas_limit: decimal(),
  base_fee_per_gas: decimal().nullable(),
  size: decimal().nullable(),
  transaction_count: count(),
}

const evmBlock = record(blockFields)
const evmBlockDetail = record({ ...blockFields, finalized: flag() })

const evmDay = record({
  day: z.iso.date(),
  transactions: count(),
  blocks: count(),
  gas_used: decimal(),
  sent: count().optional().describe('With `address`: how many of the transactions it sent.'),
})

const evmHit = record({
  type: z
    .enum(['address', 'transaction', 'block', 'token', 'collection'])
    .describe('token: an ERC20 contract. collection: one of NFTs.'),
  chain: text(),
  value: text().describe('What it is found by again: an address, a hash, or a block as it was asked for.'),
  title: text(),
  possible_spam: flag().optional().describe('Of tokens and collections.'),
  verified: flag().optional().describe('Of tokens and collections: the operator of this server vouches for it.'),
})

const evmCollection = record({
  chain: text(),
  address: hex(),
  name: text().nullable(),
  symbol: text().nullable(),
  contract_type: z.enum(['ERC20', 'ERC721', 'ERC1155']).nullable(),
  decimals: count().nullable().describe('Of ERC20 contracts that say.'),
  status: z
    .enum(['SYNCED', 'SYNCING', 'QUEUED', 'FAILED', 'UNVERIFIED', 'TOO_LARGE', 'NOT_INDEXED'])
    .describe(
      'SYNCED: every token event up to the finalized head is indexed and verified. FAILED: `error` says why; it is retried ' +
        'automatically. UNVERIFIED: all blocks are read, but `check_reason` and `error` say why the result could not be ' +
        'verified. TOO_LARGE: it has more blocks or events than are indexed on demand; `error` says what the operator can ' +
        'do. NOT_INDEXED: nobody who may start it has requested it.',
    ),
  percent: z.number().min(0).max(100).describe('Indexed blocks of all, rounded down to two decimals.'),
  indexed_blocks: decimal(),
  blocks_total: decimal(),
  transfers: count().describe(
    'Transfers and approvals that were added for this contract alone; those of blocks that are indexed whole are not counted.',
  ),
  rows_per_second: z.number().nullable(),
  eta_seconds: count().nullable(),
  first_block: decimal().nullable().describe('Where the contract was deployed, or 0 where no node can tell.'),
  target_block: decimal().nullable().describe('The finalized block that is to be reached.'),
  requested_at: timestamp().nullable(),
  started_at: timestamp().nullable(),
  synced_at: timestamp().nullable().describe('When all blocks had been read.'),
  verified_block: decimal()
    .nullable()
    .describe('The block at which the indexed events were verified against the chain; null until then.'),
  check_reason: z
    .enum(['no_state', 'no_answers', 'state_differs', 'events_missing'])
    .nullable()
    .describe(
      'Why the history could not be verified. no_state: no node keeps the state of that block. no_answers: the contract ' +
        'answers no question about balances or owners. state_differs: its balances or owners differ from its events. ' +
        'events_missing: nodes leave out events that their own blocks contain.',
    ),
  error: text().nullable().describe('Words that hold no secret and no address of a node.'),
  note: text().nullable().describe('What of its events is kept in part only.'),
  on_demand: z
    .enum(['everyone', 'keys', 'off'])
    .describe('Who may start the indexing of a contract here by asking for its tokens, within an hourly quota.'),
})

const oneNft = () =>
  z.object({
    address: params.address().describe('The contract.'),
    token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
    chain: params.chain(),
  })

const exampleCollection = {
  chain: 'eth',
  address: examples.collection,
  name: 'Paper Lanterns',
  symbol: 'LANTERN',
  contract_type: 'ERC721' as const,
  decimals: null,
  status: 'SYNCING' as const,
  percent: 62.41,
  indexed_blocks: '2509124',
  blocks_total: '4020386',
  transfers: 48_213,
  rows_per_second: 914.5,
  eta_seconds: 71,
  first_block: '12120768',
  target_block: '16141153',
  requested_at: '2022-12-08T16:33:02.000Z',
  started_at: '2022-12-08T16:33:03.000Z',
  synced_at: null,
  verified_block: null,
  check_reason: null,
  error: null,
  note: null,
  on_demand: 'everyone' as const,
}

const exampleBlock = {
  block_number: '16141217',
  block_hash: examples.blockHash,
  parent_hash: '0x0d1c2b3a495867768594a3b2c1d0e0f10213243546576879808a9babcbdcedfe',
  block_timestamp: '2022-12-08T16:35:11.000Z',
  miner: '0x5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f80',
  gas_used: '14209532',
  gas_limit: '30000000',
  base_fee_per_gas: '13219353417',
  size: '61220',
  transaction_count: 173,
}

/** What the interface lacks and our pages need, for EVM chains. */
export const evmExplorerApi = {
  evmChains: endpoint(evmExplorerRoutes.evmChains, {
    summary: 'Chains served here',
    description: 'Every chain that this server answers for, where its data come from, and how far its index is.',
    tag,
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
  evmBlocks: endpoint(evmExplorerRoutes.evmBlocks, {
    summary: 'Latest blocks',
    description: 'Indexed blocks, newest first; with `to_date`, from the last one until that time on.',
    tag,
    input: z.object({
      chain: params.chain(),
      to_date: parameters.date().optional().describe('The latest time to look at.'),
      limit: params.limit(25),
      cursor: params.cursor(),
    }),
    output: plainPage(evmBlock),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: { cursor: examples.nextCursor, result: [exampleBlock] },
    },
  }),
  evmBlock: endpoint(evmExplorerRoutes.evmBlock, {
    summary: 'One block',
    description:
      'A block by number or hash. `finalized` tells whether it can no longer be replaced. An unknown block is answered with 404.',
    tag,
    input: z.object({ block_number_or_hash: params.blockNumberOrHash(), chain: params.chain() }),
    output: evmBlockDetail,
    example: {
      input: { block_number_or_hash: '16141217', chain: 'eth' },
      output: { ...exampleBlock, finalized: true },
    },
  }),
  evmBlockTransactions: endpoint(evmExplorerRoutes.evmBlockTransactions, {
    isNotFound: true,
    summary: 'Transactions of a block',
    description: 'The transactions of one block in the order in which they ran. An unknown block is answered with 404.',
    tag,
    input: z.object({
      block_number_or_hash: params.blockNumberOrHash(),
      chain: params.chain(),
      from_index: parameters
        .integer({ min: 0, max: 1_000_000 })
        .optional()
        .describe('Begin with this place in the block.'),
      limit: params.limit(25),
      cursor: params.cursor(),
    }),
    output: plainPage(nativeTransaction),
    example: {
      input: { block_number_or_hash: '16141217', chain: 'eth', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.plainTransaction] },
    },
  }),
  evmTransactions: endpoint(evmExplorerRoutes.evmTransactions, {
    summary: 'Latest transactions',
    description: 'Indexed transactions of the chain, newest first.',
    tag,
    input: z.object({ chain: params.chain(), limit: params.limit(25), cursor: params.cursor() }),
    output: plainPage(nativeTransaction),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.plainTransaction] },
    },
  }),
  evmActivity: endpoint(evmExplorerRoutes.evmActivity, {
    summary: 'Activity by day',
    description:
      'Transactions, blocks and gas of each of the last days (UTC), oldest first; days without blocks are there with ' +
      'zeros. With `address`, only transactions that this address sent or received, how many of them it sent, and the blocks they ' +
      'are in.',
    tag,
    input: z.object({
      chain: params.chain(),
      days: parameters.integer({ min: 1, max: 366 }).default(30).describe('How many days, the current one included.'),
      address: params.address().optional().describe('Only transactions of this address.'),
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
  evmSearch: endpoint(evmExplorerRoutes.evmSearch, {
    summary: 'What a text may mean',
    description:
      'What a text names: an address, a hash, a block number, a label, or the name or symbol of a token or collection, of which ' +
      'the beginning of a word is enough. At most ten of each chain by name: those that are vouched for first, possible spam last. ' +
      'Without `chain`, on every chain served here. Nothing found is an empty list.',
    tag,
    input: z.object({
      q: parameters.text({ max: 128 }).describe('An address, a hash, a number or a name.'),
      chain: params.chain(),
    }),
    output: record({ result: z.array(evmHit) }),
    example: {
      input: { q: '16141217' },
      output: { result: [{ type: 'block', chain: 'eth', value: '16141217', title: 'Block 16141217 on Ethereum' }] },
    },
  }),
  evmCollections: endpoint(evmExplorerRoutes.evmCollections, {
    summary: 'Contracts whose history is indexed',
    description:
      'Contracts whose whole history was asked for, and how far it is: those at work or waiting first, then the latest to be ' +
      'complete; at most 100. Asking for it starts nothing.',
    tag,
    input: z.object({ chain: params.chain() }),
    output: record({ result: z.array(evmCollection) }),
    example: { input: { chain: 'eth' }, output: { result: [exampleCollection] } },
  }),
  evmCollection: endpoint(evmExplorerRoutes.evmCollection, {
    summary: 'How far the history of a contract is indexed',
    description:
      'Status, share of blocks, speed and estimated end. An unknown contract is NOT_INDEXED; asking here starts nothing, asking ' +
      'for its tokens does.',
    tag,
    input: z.object({ address: params.address().describe('The contract.'), chain: params.chain() }),
    output: evmCollection,
    example: { input: { address: examples.collection, chain: 'eth' }, output: exampleCollection },
  }),
  ...collectionEndpoints,
  ...ownershipEndpoints,
  ...proofEndpoints,
  ...neighbourEndpoints,
  evmNftState: endpoint(evmExplorerRoutes.evmNftState, {
    summary: "State of an NFT's metadata",
    description:
      'Whether the document that the token URI names was read, when, and why not. An unknown token is answered with 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['SYNCED', 'QUEUED', 'FAILED', 'NO_URI'])
        .describe(
          'QUEUED: to be read as soon as others are done. FAILED: `error` says why; it is tried again at `due_at`, or not by ' +
            'itself where that is null. NO_URI: the contract names no document for the token.',
        ),
      error: text().nullable().describe('Why there is no newer document, in words.'),
      token_uri: text().nullable(),
      last_token_uri_sync: timestamp().nullable().describe('When the contract was last asked for the URI.'),
      last_metadata_sync: timestamp().nullable().describe('When the document was last read.'),
      due_at: timestamp().nullable().describe('When it is read again.'),
    }),
    example: {
      input: { address: examples.collection, token_id: '101', chain: 'eth' },
      output: {
        status: 'FAILED',
        error: 'The host answered 502.',
        token_uri: 'https://lanterns.example/meta/101.json',
        last_token_uri_sync: '2023-07-09T07:48:00.980Z',
        last_metadata_sync: null,
        due_at: '2023-07-09T07:49:00.980Z',
      },
    },
  }),
  evmNftRefresh: endpoint(evmExplorerRoutes.evmNftRefresh, {
    summary: "Ask for an NFT's metadata to be read again",
    description:
      'Puts the token first in the line: its URI is asked of the contract and its document is read anew, at most once in ten ' +
      'minutes. Needs no body. An unknown token is answered with 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['QUEUED', 'RECENT'])
        .describe('RECENT: it was asked for less than ten minutes ago; nothing is done.'),
      last_metadata_sync: timestamp().nullable(),
      next_allowed_at: timestamp().describe('When it may be asked for again.'),
    }),
    example: {
      input: { address: examples.collection, token_id: '101', chain: 'eth' },
      output: {
        status: 'QUEUED',
        last_metadata_sync: '2023-07-09T07:48:10.199Z',
        next_allowed_at: '2023-07-09T08:12:00.000Z',
      },
    },
  }),
} satisfies Api

export type EvmExplorerApi = typeof evmExplorerApi
export type EvmChainState = z.output<typeof evmChainState>
export type EvmBlock = z.output<typeof evmBlock>
export type EvmBlockDetail = z.output<typeof evmBlockDetail>
export type EvmDay = z.output<typeof evmDay>
export type EvmHit = z.output<typeof evmHit>
export type EvmCollection = z.output<typeof evmCollection>
