import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { count, decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

const spread = () =>
  record({ low: decimal(), median: decimal(), high: decimal() })
    .nullable()
    .describe('Of transactions: a tenth paid at most `low`, half at most `median`, nine tenths at most `high`.')

/** What gas costs. */
export const gasPriceEndpoints = {
  evmGas: endpoint(evmExplorerRoutes.evmGas, {
    summary: 'Get gas prices by chain',
    description:
      'The fees of the next block, as the node reports them, the priority fees that transactions of the newest 20 indexed blocks ' +
      'paid, and the gas that their most frequent methods used. All prices are in the chain’s smallest unit for one gas.',
    tag: 'EVM explorer',
    input: z.object({ chain: params.chain() }),
    output: record({
      next_block: decimal().nullable(),
      next_base_fee: decimal().nullable().describe('Null where the node does not report it.'),
      next_blob_base_fee: decimal().nullable(),
      priority_fee: spread(),
      transaction_count: count(),
      blocks: z.array(
        record({
          block_number: decimal(),
          block_hash: hex(),
          block_timestamp: timestamp(),
          base_fee_per_gas: decimal().nullable(),
          gas_used: decimal(),
          gas_limit: decimal().nullable(),
          transaction_count: count(),
          priority_fee: spread(),
        }),
      ),
      methods: z
        .array(
          record({
            selector: hex().nullable().describe('Null: a transaction without calldata.'),
            label: text().nullable().describe('A guess by known signatures.'),
            signature: text().nullable(),
            transaction_count: count(),
            gas_used: decimal().describe('The median.'),
          }),
        )
        .describe('The methods that succeeded most often.'),
    }),
    example: {
      input: { chain: 'eth' },
      output: {
        next_block: '22869879',
        next_base_fee: '1257331002',
        next_blob_base_fee: '1',
        priority_fee: { low: '100000000', median: '1000000000', high: '3000000000' },
        transaction_count: 268,
        blocks: [
          {
            block_number: '22869878',
            block_hash: examples.blockHash,
            block_timestamp: '2025-07-07T19:44:35.000Z',
            base_fee_per_gas: '1258709674',
            gas_used: '17919442',
            gas_limit: '36000000',
            transaction_count: 268,
            priority_fee: { low: '100000000', median: '1000000000', high: '3000000000' },
          },
        ],
        methods: [
          {
            selector: '0xa9059cbb',
            label: 'transfer',
            signature: 'transfer(address,uint256)',
            transaction_count: 44,
            gas_used: '48537',
          },
        ],
      },
    },
  }),
} satisfies Api

export type EvmGas = z.output<(typeof gasPriceEndpoints)['evmGas']['output']>
