import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { record } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { aptosBlock, aptosBlockSummary } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot, aptosRoot } from '#lib/aptos/api/roots.ts'

/** The block endpoints of the data API. */
export const aptosBlockApi = endpointsOf(aptosRoot, {
  blockByVersion: endpoint({
    path: '/blocks/by_version/:version',
    summary: 'Get block by version',
    description:
      'The block that contains this ledger version. Transactions are returned as the full node formats them. A version ' +
      'that does not exist yet returns 404; one that the node has pruned returns 503 `not_available`, because ' +
      'another source may still have it.',
    tag: 'Blocks',
    input: z.object({
      version: params.u64().describe('Ledger version.'),
      with_transactions: params.withTransactions(),
      network: params.network(),
    }),
    output: aptosBlock,
    example: { input: { version: '999999', with_transactions: true }, output: examples.block },
  }),
  blockByHeight: endpoint({
    path: '/blocks/:block_height',
    summary: 'Get block by height',
    description:
      'The block at this height; heights start at 0. Transactions are returned as the full node formats them. A height that ' +
      'does not exist yet returns 404; one that the node has pruned returns 503 `not_available`, because another ' +
      'source may still have it.',
    tag: 'Blocks',
    input: z.object({
      block_height: params.u64().describe('Block height.'),
      with_transactions: params.withTransactions(),
      network: params.network(),
    }),
    output: aptosBlock,
    example: { input: { block_height: '499540', with_transactions: true }, output: examples.block },
  }),
})

/** Blocks of the ledger, newest first. */
export const aptosBlockListApi = endpointsOf(aptosExplorerRoot, {
  aptosBlocks: endpoint({
    path: '/aptos/blocks',
    summary: 'Get latest blocks',
    description:
      'Blocks without their transactions, newest first, optionally below a height or until a time: the first is then the block ' +
      'of that time. Blocks that the node has pruned return 503 `not_available`.',
    tag: 'Aptos explorer',
    input: z.object({
      network: params.network(),
      limit: parameters.pageSize({ fallback: 10, max: 25 }).describe('The number of blocks.'),
      before_height: params.u64().optional().describe('Only blocks below this height.'),
      time: parameters.date().optional().describe('Only blocks at or before this time.'),
    }),
    output: record({ result: z.array(aptosBlockSummary) }),
    example: { input: { network: 'mainnet', limit: 10 }, output: { result: [examples.blockSummary] } },
  }),
})

export type AptosBlockApi = typeof aptosBlockApi
export type AptosBlockListApi = typeof aptosBlockListApi
