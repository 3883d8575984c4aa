import * as z from 'zod'
import { endpoint } from '#lib/api/endpoint.ts'
import { decimal, hex, record } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

const sentTransaction = record({ hash: hex(), nonce: decimal(), block_number: decimal() })

/** The previous and next transaction of the same sender. */
export const neighbourEndpoints = {
  evmSenderNeighbours: endpoint(evmExplorerRoutes.evmSenderNeighbours, {
    summary: 'Get neighbouring transactions by sender',
    description:
      'The transactions that the same sender sent just before and after this one, if they are indexed and not ' +
      'more than 500 of its transactions away; null if there is none.',
    tag: 'EVM explorer',
    input: z.object({
      transaction_hash: params.transactionHash().describe('Transaction hash.'),
      chain: params.chain(),
    }),
    output: record({ previous: sentTransaction.nullable(), next: sentTransaction.nullable() }),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: {
        previous: { hash: examples.blockHash, nonce: '325', block_number: '16141210' },
        next: { hash: `0x${'2b'.repeat(32)}`, nonce: '327', block_number: '16141230' },
      },
    },
  }),
}
