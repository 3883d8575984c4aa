import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { missingCallsHeaders, transactionWithLogs } from '#lib/evm/contract/records/transactions.ts'
import { evmRoutes } from './routes.ts'

const tag = 'Blocks'

const blockContents = record({
  timestamp: timestamp(),
  number: decimal(),
  hash: hex(),
  parent_hash: hex(),
  nonce: hex().nullable(),
  sha3_uncles: hex().nullable(),
  logs_bloom: hex().nullable(),
  transactions_root: hex().nullable(),
  state_root: hex().nullable(),
  receipts_root: hex().nullable(),
  miner: hex(),
  difficulty: decimal().nullable(),
  total_difficulty: decimal()
    .nullable()
    .describe('Null if the node does not report it; constant on Ethereum since the Merge.'),
  size: decimal().nullable(),
  extra_data: hex().nullable(),
  gas_limit: decimal(),
  gas_used: decimal(),
  base_fee_per_gas: decimal().nullable(),
  transaction_count: decimal(),
  transactions: z.array(transactionWithLogs),
})

export type BlockContents = z.output<typeof blockContents>

const { internal_transactions: _, ...exampleTransaction } = examples.transactionWithLogs

/** A block with its transactions and logs, and the block of a date. */
export const blockContentsEndpoints = {
  dateToBlock: endpoint(evmRoutes.dateToBlock, {
    summary: 'Get block by date',
    description:
      'The last block at or before a date: the newest indexed block for dates after it, block 0 for dates before the chain. ' +
      'Blocks that are not indexed are looked up with a node; without one the answer is 503.',
    tag,
    input: z.object({ date: parameters.date().describe('The date.'), chain: params.chain() }),
    isNotFound: false,
    output: record({
      date: text().describe('The time of the block, in UTC.'),
      block: count(),
      timestamp: count().describe('Unix seconds.'),
      block_timestamp: timestamp(),
      hash: hex(),
      parent_hash: hex(),
    }),
    example: {
      input: { date: '2022-12-08T16:35:15.000Z', chain: 'eth' },
      output: {
        date: '2022-12-08T16:35:11+00:00',
        block: 16_141_217,
        timestamp: 1_670_517_311,
        block_timestamp: '2022-12-08T16:35:11.000Z',
        hash: examples.blockHash,
        parent_hash: '0x0d1c2b3a495867768594a3b2c1d0e0f10213243546576879808a9babcbdcedfe',
      },
    },
  }),
  blockContents: endpoint(evmRoutes.blockContents, {
    summary: 'Get block by number or hash',
    description:
      'A block with its header, its transactions and their logs, read from a node. An unknown block returns 404; without a ' +
      'node the answer is 503.',
    tag,
    input: z.object({
      block_number_or_hash: params.blockNumberOrHash(),
      chain: params.chain(),
      include: params.include(),
    }),
    headers: missingCallsHeaders,
    output: blockContents,
    example: {
      input: { block_number_or_hash: '16141217', chain: 'eth' },
      output: {
        timestamp: '2022-12-08T16:35:11.000Z',
        number: '16141217',
        hash: examples.blockHash,
        parent_hash: '0x0d1c2b3a495867768594a3b2c1d0e0f10213243546576879808a9babcbdcedfe',
        nonce: '0x0000000000000000',
        sha3_uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
        logs_bloom: `0x${'00'.repeat(256)}`,
        transactions_root: '0xe4c7bf3aff7ad07f9e80d57f7189f0252592fee6321c2a9bd9b09b6ce0690d27',
        state_root: '0x49e3bfe7b618e27fde8fa08884803a8458b502c6534af69873a3cc926a7c724b',
        receipts_root: '0x7cf43d7e837284f036cf92c56973f5e27bdd253ca46168fa195a6b07fa719f23',
        miner: '0x5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f80',
        difficulty: '0',
        total_difficulty: '58750003716598352816469',
        size: '61220',
        extra_data: '0x',
        gas_limit: '30000000',
        gas_used: '14209532',
        base_fee_per_gas: '13219353417',
        transaction_count: '1',
        transactions: [exampleTransaction],
      },
    },
  }),
} satisfies Api
