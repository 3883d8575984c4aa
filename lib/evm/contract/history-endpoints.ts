import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import { evmExplorerRoutes } from './explorer-routes.ts'
import * as params from './params.ts'

const tag = 'EVM explorer'

export const evmCollection = record({
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

/** The progress of contract backfills. */
export const historyEndpoints = {
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
} satisfies Api
