import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

const tag = 'EVM explorer'

const oneNft = () =>
  z.object({
    address: params.address().describe('The contract.'),
    token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
    chain: params.chain(),
  })

/** The status of an NFT's metadata, and a way to refresh it. */
export const nftStateEndpoints = endpointsOf(evmExplorerRoot, {
  evmNftState: endpoint({
    path: '/evm/nfts/:address/:token_id/state',
    summary: 'Get NFT metadata status',
    description:
      'Whether and when the document at the token URI was read, or why it could not be. An unknown token returns 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['SYNCED', 'QUEUED', 'FAILED', 'NO_URI'])
        .describe(
          'QUEUED: waiting to be read. FAILED: `error` says why; it is retried at `due_at`, or only on request if that is ' +
            'null. NO_URI: the contract returns no URI for the token.',
        ),
      error: text().nullable().describe('Why the document could not be read.'),
      token_uri: text().nullable(),
      last_token_uri_sync: timestamp().nullable().describe('When the URI was last read from the contract.'),
      last_metadata_sync: timestamp().nullable().describe('When the document was last read.'),
      due_at: timestamp().nullable().describe('When it will be read again.'),
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
  evmNftRefresh: endpoint({
    method: 'POST',
    path: '/evm/nfts/:address/:token_id/refresh',
    summary: 'Refresh NFT metadata',
    description:
      'Moves the token to the front of the queue: its URI and document are read again, at most once in ten minutes. Needs ' +
      'no body. An unknown token returns 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['QUEUED', 'RECENT'])
        .describe('RECENT: it was requested less than ten minutes ago, so nothing is done.'),
      last_metadata_sync: timestamp().nullable(),
      next_allowed_at: timestamp().describe('When it can be requested again.'),
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
})

const evmCollection = record({
  chain: text(),
  address: hex(),
  name: text().nullable(),
  symbol: text().nullable(),
  contract_type: z.enum(['ERC20', 'ERC721', 'ERC404', 'ERC1155']).nullable(),
  decimals: count().nullable().describe('Of ERC20 contracts that report them.'),
  status: z
    .enum(['SYNCED', 'SYNCING', 'QUEUED', 'FAILED', 'UNVERIFIED', 'TOO_LARGE', 'NOT_INDEXED'])
    .describe(
      'SYNCED: every token event up to the finalized head is indexed and verified. FAILED: `error` says why; it is retried ' +
        'automatically. UNVERIFIED: all blocks are read, but `check_reason` and `error` say why the result could not be ' +
        'verified. TOO_LARGE: it has more blocks or events than are indexed on demand; `error` says what the operator can ' +
        'do. NOT_INDEXED: no backfill was requested by anyone who may start one.',
    ),
  percent: z.number().min(0).max(100).describe('Indexed blocks of all, rounded down to two decimals.'),
  indexed_blocks: decimal(),
  blocks_total: decimal(),
  requests_left: count().describe(
    'About how many log queries the blocks that are not indexed take. Before the first block of the contract is known, all blocks ' +
      'count.',
  ),
  transfers: count().describe(
    'Transfers and approvals that the backfill added; those of fully indexed blocks are not counted.',
  ),
  rows_per_second: z.number().nullable(),
  eta_seconds: count().nullable(),
  first_block: decimal().nullable().describe('The block of its deployment, or 0 if no node knows it.'),
  target_block: decimal().nullable().describe('The finalized block at which the backfill ends.'),
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
        'returns no balances or owners. state_differs: its balances or owners differ from its events. ' +
        'events_missing: nodes omit events that their own blocks contain.',
    ),
  error: text().nullable().describe('In plain words, without secrets or node addresses.'),
  note: text().nullable().describe('Which of its events are only partly stored.'),
  on_demand: z
    .enum(['everyone', 'keys', 'off'])
    .describe('Who can start a backfill by requesting the tokens of a contract, within an hourly quota.'),
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
  requests_left: 152,
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

/** The progress of contract backfills. */
export const historyEndpoints = endpointsOf(evmExplorerRoot, {
  evmCollections: endpoint({
    path: '/evm/collections',
    summary: 'Get contract backfills',
    description:
      'Contracts with a requested backfill of their full history and its progress: running and queued ones first, then the ' +
      'most recently completed; at most 100. This request starts no backfill.',
    tag,
    input: z.object({ chain: params.chain() }),
    output: record({ result: z.array(evmCollection) }),
    example: { input: { chain: 'eth' }, output: { result: [exampleCollection] } },
  }),
  evmCollection: endpoint({
    path: '/evm/collections/:address',
    summary: 'Get backfill by contract',
    description:
      'Status, share of blocks, speed and estimated end of a backfill. An unknown contract is NOT_INDEXED. This request starts ' +
      'no backfill; a request for the tokens of the contract does.',
    tag,
    input: z.object({ address: params.address().describe('The contract.'), chain: params.chain() }),
    output: evmCollection,
    example: { input: { address: examples.collection, chain: 'eth' }, output: exampleCollection },
  }),
})

export type EvmCollection = z.output<typeof evmCollection>
