import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord, explorerPage } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const tag = 'Aptos explorer'

const aptosLedgerTransaction = record({
  version: decimal(),
  hash: hex(),
  type: text(),
  timestamp: decimal().nullable().describe('Microseconds since 1970; null for genesis.'),
  sender: addressRecord().nullable().describe('Null for transactions of the system.'),
  function: text()
    .nullable()
    .describe('The called entry function; null for a script, and for transactions of the system.'),
  gas_used: decimal().nullable().describe('In units of gas.'),
  gas_unit_price: decimal().nullable().describe('In octas; 1 APT is 100,000,000 octas.'),
  success: flag().nullable(),
  vm_status: text().nullable(),
})

const aptosTransactionPlace = record({ version: decimal(), hash: hex(), type: text() })

/** Transactions of the ledger. */
export const aptosLedgerApi = endpointsOf(aptosExplorerRoot, {
  aptosTransactions: endpoint({
    path: '/aptos/transactions',
    paged: 'cursor',
    summary: 'Get latest transactions',
    description:
      'Transactions of the ledger, newest first. A page of `kind=user` has fewer rows than its limit where few of the versions ' +
      'searched for it are of users. Versions that the node has pruned return 503 `not_available`.',
    tag,
    input: z.object({
      kind: parameters
        .oneOf(['user', 'all'])
        .default('user')
        .describe(
          '`user`: sent by accounts, or in a form that cannot be read. `all`: also block metadata, state checkpoints and the like. Default: user.',
        ),
      ...params.pageOf('transactions'),
    }),
    output: explorerPage(aptosLedgerTransaction),
    example: {
      input: { network: 'mainnet', kind: 'user', limit: 1 },
      output: { cursor: examples.sentTransaction.version, result: [examples.ledgerTransaction] },
    },
  }),
  aptosTransaction: endpoint({
    path: '/aptos/transactions/:transaction_hash',
    summary: 'Get transaction version by hash',
    description:
      'The ledger version of a committed transaction, by which its details can be looked up. An unknown or pending ' +
      'hash returns 404.',
    tag,
    input: z.object({
      transaction_hash: params.transactionHash().describe('The hash of the transaction.'),
      network: params.network(),
    }),
    output: aptosTransactionPlace,
    example: {
      input: { transaction_hash: examples.sentTransaction.hash, network: 'mainnet' },
      output: {
        version: examples.sentTransaction.version,
        hash: examples.sentTransaction.hash,
        type: examples.sentTransaction.type,
      },
    },
  }),
})

export type AptosLedgerApi = typeof aptosLedgerApi
export type AptosLedgerTransaction = z.output<typeof aptosLedgerTransaction>
