import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, record } from '#lib/api/record.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

const tag = 'EVM explorer'

export const evmDay = record({
  day: z.iso.date(),
  transactions: count(),
  blocks: count(),
  gas_used: decimal(),
  sent: count().optional().describe('With `address`: how many of the transactions it sent.'),
  days: count().optional().describe('With `whole`: the number of days that the row sums up, from `day` on.'),
})

/** Sums of each day of a chain or an address. */
export const activityEndpoints = {
  evmActivity: endpoint(evmExplorerRoutes.evmActivity, {
    summary: 'Get activity by day',
    description:
      'Transactions, blocks and gas of each of the last days (UTC), oldest first; days without blocks have zeros. With ' +
      '`address`, only transactions that this address sent or received, how many of them it sent, and the blocks they are in.',
    tag,
    input: z.object({
      chain: params.chain(),
      days: parameters.integer({ min: 1, max: 366 }).default(30).describe('The number of days, including today.'),
      address: params.address().optional().describe('Only transactions of this address.'),
      whole: parameters
        .boolean()
        .optional()
        .describe(
          'With `address`: from its first to its last indexed transaction, in at most 120 rows of equally many days; `days` is ignored.',
        ),
    }),
    output: record({ result: z.array(evmDay) }),
    example: {
      input: { chain: 'eth', days: 2 },
      output: {
        result: [
          { day: '2022-12-07', transactions: 1_102_113, blocks: 7_124, gas_used: '107312004210' },
          { day: '2022-12-08', transactions: 803_517, blocks: 4_918, gas_used: '74108203347' },
        ],
      },
    },
  }),
} satisfies Api

export type EvmDay = z.output<typeof evmDay>
