import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

/** Who earned what with a block. */
export const rewardEndpoints = {
  evmBlockRewards: endpoint(evmExplorerRoutes.evmBlockRewards, {
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
} satisfies Api

export type EvmBlockRewards = z.output<(typeof rewardEndpoints)['evmBlockRewards']['output']>
