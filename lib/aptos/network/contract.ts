import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { count, decimal, flag, record, text, timestamp } from '#lib/api/record.ts'
import * as params from '#lib/aptos/api/params.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const tag = 'Aptos explorer'

const aptosIndexState = record({
  first_version: decimal().nullable().describe('The first indexed version; null if none is indexed yet.'),
  last_version: decimal().nullable().describe('The newest indexed version.'),
  gaps: count().describe('The number of gaps between the two.'),
  end_version: decimal().nullable().describe('The configured end of the index; null if it follows the head.'),
  head_version: decimal().nullable().describe("The node's newest version at the last check."),
  versions_per_second: z.number().nullable().describe('Recent indexing speed; null until it has been measured.'),
  checked_at: timestamp()
    .nullable()
    .describe('The time of the last contact with the node, or of the last failed attempt.'),
  refused_nodes: z
    .array(text())
    .optional()
    .describe(
      'One sentence for each node that is not used because its chain id or a transaction differs. It is used again once it matches.',
    ),
  error: text().nullable().describe('Why indexing has stopped.'),
  index_complete: flag().describe('Whether every version up to the head is indexed.'),
  coverage: text().describe('Indexed ranges of versions, newest first, at most 8, as in `x-spyglass-coverage`.'),
  coverage_note: text().nullable().describe('One sentence on what is not indexed; null if nothing is missing.'),
  omission: text()
    .optional()
    .describe('What may be missing even from indexed versions, in one sentence; absent if nothing.'),
  assets: record({ index_complete: flag(), coverage: text(), coverage_note: text().nullable() })
    .optional()
    .describe('The same of coins and fungible assets; absent if they are indexed in the same versions.'),
})

const aptosStatus = record({
  network: z.enum(['mainnet', 'testnet']),
  chain_id: count().nullable(),
  source: text().describe('The data source: `index`, `hosted` or `demo`.'),
  ledger_version: decimal().nullable(),
  oldest_ledger_version: decimal().nullable(),
  block_height: decimal().nullable(),
  oldest_block_height: decimal().nullable(),
  ledger_timestamp: timestamp().nullable(),
  checked_at: timestamp().nullable().describe('The time of the last contact with the node.'),
  error: text().nullable().describe('The last failure, without secrets or node addresses.'),
  index: aptosIndexState.nullable().describe('The coverage of the NFT index; null without one.'),
})

/** What this server knows of a network's ledger. */
export const aptosStatusApi = endpointsOf(aptosExplorerRoot, {
  aptosStatus: endpoint({
    path: '/aptos/status',
    summary: 'Get Aptos status',
    description: 'The part of the ledger that this server covers, and its source.',
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
        index: {
          first_version: '0',
          last_version: '108478769',
          gaps: 0,
          end_version: null,
          head_version: '108478769',
          versions_per_second: 12.5,
          checked_at: '2023-03-26T21:48:41.000Z',
          error: null,
          index_complete: true,
          coverage: '0-108478769',
          coverage_note: null,
        },
      },
    },
  }),
})

export type AptosStatus = z.output<typeof aptosStatus>
export type AptosIndexState = z.output<typeof aptosIndexState>
