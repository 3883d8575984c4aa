import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as examples from '#lib/evm/api/examples.ts'
import * as params from '#lib/evm/api/params.ts'
import { internalTransaction } from '#lib/evm/api/records/transactions.ts'
import { evmRoot } from '#lib/evm/api/roots.ts'

/** The calls that contracts made in a transaction. */
export const internalTransactionEndpoints = endpointsOf(evmRoot, {
  internalTransactions: endpoint({
    path: '/api/v2/transaction/:transaction_hash/internal-transactions',
    summary: 'Get internal transactions by transaction',
    description:
      'The calls below the own call of a transaction, in the order of their execution. Requires a node that can trace, or ' +
      'calls that were traced before: otherwise the answer is an error. An unknown hash returns 404.',
    tag: 'Transactions',
    input: z.object({
      transaction_hash: params.transactionHash().describe('The transaction.'),
      chain: params.chain(),
    }),
    output: z.array(internalTransaction),
    example: {
      input: { transaction_hash: examples.transactionHash, chain: 'eth' },
      output: examples.transactionWithInternals.internal_transactions,
    },
  }),
})
