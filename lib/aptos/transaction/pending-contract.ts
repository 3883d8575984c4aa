import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import { decimal, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const pendingTransaction = record({
  hash: hex(),
  sender: addressRecord(),
  sequence_number: decimal().nullable().describe('Null for an orderless transaction.'),
  max_gas_amount: decimal().nullable().describe('In units of gas.'),
  gas_unit_price: decimal().nullable().describe('In octas.'),
  expires_at: timestamp().nullable().describe('It can no longer be committed after this time.'),
  function: text().nullable().describe('The called entry function; null for a script.'),
  payload: z.unknown().describe('As the full node formats it.'),
})

const transactionState = record({
  state: z.enum(['pending', 'committed']),
  version: decimal().nullable().describe('The ledger version; null while it is pending.'),
  transaction: pendingTransaction.nullable().describe('Null once it is committed.'),
})

const hash = '0x46e0434e1040fec354f4d3f466b441b06a19a97be69538a7f412104f80437a3d'
const sender = '0x903b74c4dcd7956832f79ead17c716044342c8e4997d8a5f8288227244263a0e'

/** Transactions that are not in the ledger yet. */
export const aptosPendingApi = endpointsOf(aptosExplorerRoot, {
  aptosPendingTransaction: endpoint({
    path: '/aptos/transactions/:transaction_hash/pending',
    summary: 'Get pending transaction',
    description:
      'A transaction that waits in the mempool of a full node, or the ledger version once it is committed. A hash that no node ' +
      'knows returns 404: it was never sent, or has expired.',
    tag: 'Aptos explorer',
    input: z.object({
      transaction_hash: params.transactionHash().describe('The hash of the transaction.'),
      network: params.network(),
    }),
    output: transactionState,
    example: {
      input: { transaction_hash: hash },
      output: {
        state: 'pending',
        version: null,
        transaction: {
          hash,
          sender,
          sequence_number: '9',
          max_gas_amount: '2000',
          gas_unit_price: '100',
          expires_at: '2026-11-23T16:00:00.000Z',
          function: '0x1::aptos_account::transfer',
          payload: {
            type: 'entry_function_payload',
            function: '0x1::aptos_account::transfer',
            type_arguments: [],
            arguments: ['0x1', '100'],
          },
        },
      },
    },
  }),
})

export type AptosPendingApi = typeof aptosPendingApi
export type AptosTransactionState = z.output<typeof transactionState>
