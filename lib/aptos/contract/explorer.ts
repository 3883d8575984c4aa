import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/parameters.ts'
import { count, decimal, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import * as params from './params.ts'
import { aptosBlockSummary } from './records.ts'
import { aptosExplorerRoutes } from './routes.ts'

const tag = 'Aptos explorer'

const aptosStatus = record({
  network: z.enum(['mainnet', 'testnet']),
  chain_id: count().nullable(),
  source: text().describe('Where the data come from: `index`, `hosted` or `demo`.'),
  ledger_version: decimal().nullable(),
  oldest_ledger_version: decimal().nullable(),
  block_height: decimal().nullable(),
  oldest_block_height: decimal().nullable(),
  ledger_timestamp: timestamp().nullable(),
  checked_at: timestamp().nullable().describe('When the worker last heard from the node.'),
  error: text().nullable().describe('Words about the last failure that hold no secret and no address of a node.'),
})

/** What the interface lacks and our pages need, for Aptos. */
export const aptosExplorerApi = {
  aptosStatus: endpoint(aptosExplorerRoutes.aptosStatus, {
    summary: 'State of the Aptos source',
    description: 'Which part of the ledger this server can answer for, and where it gets it.',
    tag,
    input: z.object({ network: params.network() }),
    output: aptosStatus,
    example: {
      input: { network: 'mainnet' },
      output: {
        network: 'mainnet',
        chain_id: 1,
        source: 'index',
        ledger_version: '108478769',
        oldest_ledger_version: '0',
        block_height: '38204117',
        oldest_block_height: '0',
        ledger_timestamp: '2023-03-26T21:48:41.000Z',
        checked_at: '2023-03-26T21:48:41.512Z',
        error: null,
      },
    },
  }),
  aptosBlocks: endpoint(aptosExplorerRoutes.aptosBlocks, {
    summary: 'Latest Aptos blocks',
    description: 'Blocks without their transactions, newest first, from the newest or from below a height.',
    tag,
    input: z.object({
      network: params.network(),
      limit: parameters.pageSize({ fallback: 10, max: 25 }).describe('How many blocks.'),
      before_height: params.u64().optional().describe('Only blocks below this height.'),
    }),
    output: record({ result: z.array(aptosBlockSummary) }),
    example: { input: { network: 'mainnet', limit: 10 }, output: { result: [examples.blockSummary] } },
  }),
} satisfies Api

export type AptosExplorerApi = typeof aptosExplorerApi
export type AptosStatus = z.output<typeof aptosStatus>
