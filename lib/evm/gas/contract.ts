import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, record, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { measuredGas } from '#lib/evm/api/records/gas.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'

/** What gas costs. */
export const gasPriceEndpoints = endpointsOf(evmExplorerRoot, {
  evmGas: endpoint({
    path: '/evm/gas',
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
      ...measuredGas.shape,
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
  evmGasHistory: endpoint({
    path: '/evm/gas/history',
    summary: 'Get base fees over time by chain',
    description:
      'The base fees of the last hours of the index in 96 parts, oldest first, from up to 960 blocks spread evenly over them. Parts ' +
      'without an indexed block, and blocks before EIP-1559, have none.',
    tag: 'EVM explorer',
    input: z.object({
      chain: params.chain(),
      hours: parameters.integer({ min: 1, max: 720 }).default(24).describe('Hours before the newest indexed block.'),
    }),
    output: record({
      hours: count(),
      part_seconds: z.number().describe('The length of a part.'),
      result: z.array(
        record({
          from: timestamp().describe('When the part begins.'),
          base_fee: record({ low: decimal(), median: decimal(), high: decimal() }).nullable(),
        }),
      ),
    }),
    example: {
      input: { chain: 'eth', hours: 24 },
      output: {
        hours: 24,
        part_seconds: 900,
        result: [
          {
            from: '2025-07-06T19:44:35.000Z',
            base_fee: { low: '911302444', median: '1258709674', high: '2044120311' },
          },
        ],
      },
    },
  }),
})

export type EvmGas = z.output<(typeof gasPriceEndpoints)['evmGas']['output']>
