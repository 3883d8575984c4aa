import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { plainPage } from '#lib/evm/api/records/envelopes.ts'
import { missingCallsHeaders, nativeTransaction, transactionWithLogs } from '#lib/evm/api/records/transactions.ts'
import { evmExplorerRoot, evmRoot } from '#lib/evm/api/roots.ts'

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

const evmBlock = record(blockFields)
const evmBlockDetail = record({ ...blockFields, finalized: flag().nullable() })

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
export const blockEndpoints = endpointsOf(evmExplorerRoot, {
  evmBlocks: endpoint({
    path: '/evm/blocks',
    paged: 'cursor',
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
  evmBlock: endpoint({
    path: '/evm/blocks/:block_number_or_hash',
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
  evmBlockTransactions: endpoint({
    path: '/evm/blocks/:block_number_or_hash/transactions',
    paged: 'cursor',
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
})

export type EvmBlockRecord = z.output<typeof evmBlock>

export type EvmBlockDetail = z.output<typeof evmBlockDetail>

/** Who earned what with a block. */
export const rewardEndpoints = endpointsOf(evmExplorerRoot, {
  evmBlockRewards: endpoint({
    path: '/evm/blocks/:block_number_or_hash/rewards',
    summary: 'Get rewards and withdrawals by block',
    description:
      'The fees of a block and who got them, the block reward of Ethereum before the Merge, uncles, blob gas, extra data and ' +
      'roots of the header, and the withdrawals of validators. What only the header has is null where no node has it. An unknown block returns 404.',
    tag: 'EVM explorer',
    input: z.object({ block_number_or_hash: params.blockNumberOrHash(), chain: params.chain() }),
    output: record({
      block_number: decimal(),
      block_hash: hex(),
      fee_recipient: hex(),
      fee_recipient_label: text().nullable(),
      transaction_fees: decimal().describe('All that senders paid for gas, without blobs.'),
      burnt: decimal().nullable().describe('The base fee times the gas used; null before London.'),
      priority_fees: decimal().describe('What is left of the fees for the fee recipient.'),
      static_reward: decimal()
        .nullable()
        .describe('New coins for the miner; null on chains whose rule is not known here.'),
      uncle_count: count().nullable(),
      uncle_reward: decimal().nullable().describe('For including uncles.'),
      blob_gas_used: decimal().nullable(),
      excess_blob_gas: decimal().nullable(),
      uncles: z.array(hex()).nullable().describe('Their hashes. Null where no node has the header.'),
      header: record({
        extra_data: hex().nullable().describe('What the builder of the block wrote into it; often readable text.'),
        difficulty: decimal().nullable().describe('0 since the Merge.'),
        nonce: hex().nullable(),
        state_root: hex().nullable(),
        transactions_root: hex().nullable(),
        receipts_root: hex().nullable(),
      })
        .nullable()
        .describe('Fields of the header that the index does not store. Null where no node has it.'),
      withdrawals: z
        .array(
          record({
            index: decimal(),
            validator_index: decimal(),
            address: hex(),
            address_label: text().nullable(),
            amount: decimal().describe('In the chain’s smallest unit.'),
          }),
        )
        .nullable()
        .describe('EIP-4895. Null before Shanghai, and where no node has the header.'),
    }),
    example: {
      input: { block_number_or_hash: '22869878', chain: 'eth' },
      output: {
        block_number: '22869878',
        block_hash: examples.blockHash,
        fee_recipient: '0x5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f80',
        fee_recipient_label: null,
        transaction_fees: '41000000000000000',
        burnt: '30000000000000000',
        priority_fees: '11000000000000000',
        static_reward: '0',
        uncle_count: 0,
        uncle_reward: '0',
        blob_gas_used: '786432',
        excess_blob_gas: '0',
        uncles: [],
        header: {
          extra_data: '0x546974616e2028746974616e6275696c6465722e78797a29',
          difficulty: '0',
          nonce: '0x0000000000000000',
          state_root: examples.blockHash,
          transactions_root: examples.blockHash,
          receipts_root: examples.blockHash,
        },
        withdrawals: [
          {
            index: '94612011',
            validator_index: '901234',
            address: examples.wallet,
            address_label: null,
            amount: '19123456000000000',
          },
        ],
      },
    },
  }),
})

export type EvmBlockRewards = z.output<(typeof rewardEndpoints)['evmBlockRewards']['output']>

const blockContentsEndpointsTag = 'Blocks'

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

const total = () => record({ total: decimal().nullable().describe('Null above 100,000.') })

/** A block with its transactions and logs, its counts, and the block of a date. */
export const blockContentsEndpoints = endpointsOf(evmRoot, {
  blockStats: endpoint({
    path: '/api/v2/block/:block_number_or_hash/stats',
    summary: 'Get block stats',
    description:
      'How many transactions, NFT transfers (each token of a batch counts) and ERC20 transfers a block has, from the index, ' +
      'otherwise from a node. An unknown block returns 404.',
    tag: blockContentsEndpointsTag,
    input: z.object({ block_number_or_hash: params.blockNumberOrHash(), chain: params.chain() }),
    output: record({ transactions: total(), nft_transfers: total(), token_transfers: total() }),
    example: {
      input: { block_number_or_hash: '16141217', chain: 'eth' },
      output: { transactions: { total: '173' }, nft_transfers: { total: '41' }, token_transfers: { total: '208' } },
    },
  }),
  latestBlockNumber: endpoint({
    path: '/api/v2/latestBlockNumber/:chain',
    summary: 'Get latest block number',
    description: 'The newest indexed block of a chain, up to which lists and balances reach: decimal text.',
    tag: blockContentsEndpointsTag,
    input: z.object({ chain: params.requiredChain() }),
    isNotFound: false,
    output: decimal(),
    example: { input: { chain: 'eth' }, output: '16141217' },
  }),
  dateToBlock: endpoint({
    path: '/api/v2/dateToBlock',
    summary: 'Get block by date',
    description:
      'The last block at or before a date: the newest indexed block for dates after it, block 0 for dates before the chain. ' +
      'Blocks that are not indexed are looked up with a node; without one the answer is 503.',
    tag: blockContentsEndpointsTag,
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
  blockContents: endpoint({
    path: '/api/v2/block/:block_number_or_hash',
    summary: 'Get block by number or hash',
    description:
      'A block with its header, its transactions and their logs, read from a node. An unknown block returns 404; without a ' +
      'node the answer is 503.',
    tag: blockContentsEndpointsTag,
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
})
