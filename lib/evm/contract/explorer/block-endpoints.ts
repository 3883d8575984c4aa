import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { plainPage } from '#lib/evm/contract/records/envelopes.ts'
import { nativeTransaction } from '#lib/evm/contract/records/transactions.ts'
import { evmExplorerRoutes } from './routes.ts'

const tag = 'EVM explorer'

const blockFields = {
  block_number: decimal(),
  block_hash: hex(),
  parent_hash: hex(),
  block_timestamp: timestamp(),
  miner: hex(),
  miner_label: text().nullable(),
  gas_used: decimal(),
  gas_limit: decimal().nullable().describe('Null for blocks without one, as on Celo before its Gingerbread fork.'),
  base_fee_per_gas: decimal().nullable(),
  size: decimal().nullable(),
  transaction_count: count(),
}

export const evmBlock = record(blockFields)
export const evmBlockDetail = record({ ...blockFields, finalized: flag().nullable() })

const exampleBlock = {
  block_number: '16141217',
  block_hash: examples.blockHash,
  parent_hash: '0x0d1c2b3a495867768594a3b2c1d0e0f10213243546576879808a9babcbdcedfe',
  block_timestamp: '2022-12-08T16:35:11.000Z',
  miner: '0x5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f80',
  miner_label: null,
  gas_used: '14209532',
  gas_limit: '30000000',
  base_fee_per_gas: '13219353417',
  size: '61220',
  transaction_count: 173,
}

/** Blocks of a chain, newest first, and the transactions of one. */
export const blockEndpoints = {
  evmBlocks: endpoint(evmExplorerRoutes.evmBlocks, {
    isKept: true,
    summary: 'Get blocks by chain',
    description: 'Indexed blocks, newest first.',
    tag,
    input: z.object({ chain: params.chain(), ...params.bounds(), ...params.paging(25) }),
    output: plainPage(evmBlock),
    example: {
      input: { chain: 'eth', limit: 25 },
      output: { cursor: examples.nextCursor, result: [exampleBlock] },
    },
  }),
  evmBlock: endpoint(evmExplorerRoutes.evmBlock, {
    summary: 'Get block',
    description:
      'A block by number or hash. `finalized` is true once no reorg can replace it, and null from a hosted service, which does not report it. An unknown block returns 404.',
    tag,
    input: z.object({ block_number_or_hash: params.blockNumberOrHash(), chain: params.chain() }),
    output: evmBlockDetail,
    example: {
      input: { block_number_or_hash: '16141217', chain: 'eth' },
      output: { ...exampleBlock, finalized: true },
    },
  }),
  evmBlockTransactions: endpoint(evmExplorerRoutes.evmBlockTransactions, {
    isKept: true,
    isNotFound: true,
    summary: 'Get transactions by block',
    description: 'The transactions of a block in execution order. An unknown block returns 404.',
    tag,
    input: z.object({
      block_number_or_hash: params.blockNumberOrHash(),
      chain: params.chain(),
      from_index: parameters
        .integer({ min: 0, max: 1_000_000 })
        .optional()
        .describe('The transaction index to start at.'),
      ...params.paging(25),
    }),
    output: plainPage(nativeTransaction),
    example: {
      input: { block_number_or_hash: '16141217', chain: 'eth', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.plainTransaction] },
    },
  }),
} satisfies Api

export type EvmBlock = z.output<typeof evmBlock>

export type EvmBlockDetail = z.output<typeof evmBlockDetail>
