import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, preciseTimestamp, record, text } from '#lib/api/record.ts'
import { publication } from '#lib/aptos/account/contract.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord, explorerPage, movedAsset } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const activity = record({
  version: decimal(),
  timestamp: preciseTimestamp(),
  sender: addressRecord()
    .nullable()
    .describe('Null for a transaction that no user sent, and where coins are not indexed.'),
  is_sender: flag().describe('Whether the account sent the transaction.'),
  function: text().nullable().describe('The called entry function; null for a script or a system transaction.'),
  success: flag().nullable().describe('Null without a sender.'),
  gas_fee: decimal().nullable().describe('In octas; null without a sender.'),
  changes: z.array(record(movedAsset)).describe('How the balances of the account changed, at most 5 assets.'),
  nft_transfer_count: count().describe('Events of NFTs from or to the account.'),
})

const call = record({
  version: decimal(),
  timestamp: preciseTimestamp(),
  sender: addressRecord().nullable(),
  function: text(),
  success: flag(),
  gas_fee: decimal().nullable().describe('In octas; 1 APT is 100,000,000 octas.'),
})

const listedPublication = publication.extend({
  sender: addressRecord().nullable(),
  modules: z
    .array(text())
    .describe('The names of the modules that it wrote, at most 20; empty if the node did not return them.'),
})

/** Transactions of accounts and functions in the Aptos index. */
export const aptosActivityApi = endpointsOf(aptosExplorerRoot, {
  aptosAccountActivity: endpoint({
    path: '/aptos/accounts/:address/activity',
    paged: 'cursor',
    summary: 'Get activity by account',
    description:
      'Indexed transactions that the account sent, or in which it gained or lost coins, fungible assets or NFTs, newest first. With ' +
      '`kind=received`, only those that others sent. If the account sent most of its transactions, a page may contain fewer ' +
      'than `limit`, or none, and still have a cursor.',
    tag: 'Aptos explorer',
    input: z.object({
      address: params.address().describe('The account.'),
      kind: parameters.oneOf(['all', 'received']).default('all').describe('Which transactions. Default: all.'),
      ...params.pageOf('transactions'),
    }),
    output: explorerPage(activity),
    example: {
      input: { address: examples.wallet, kind: 'received', network: 'mainnet', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            version: '2308283617',
            timestamp: '2025-02-01T17:05:15.482915Z',
            sender: examples.creator,
            is_sender: false,
            function: '0x1::primary_fungible_store::transfer',
            success: true,
            gas_fee: '81200',
            changes: [examples.pearlChange],
            nft_transfer_count: 0,
          },
        ],
      },
    },
  }),
  aptosFunctionTransactions: endpoint({
    path: '/aptos/functions/:function/transactions',
    paged: 'cursor',
    summary: 'Get transactions by function',
    description:
      'Indexed transactions that called an entry function, newest first, also those that failed. Not those in which other code called it.',
    tag: 'Aptos explorer',
    input: z.object({
      function: params.functionName().describe('The entry function, with its account and module.'),
      ...params.pageOf('transactions'),
    }),
    output: explorerPage(call),
    example: {
      input: { function: '0x1::aptos_account::transfer', network: 'mainnet', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            version: '2308283617',
            timestamp: '2025-02-01T17:05:15.482915Z',
            sender: examples.creator,
            function: '0x1::aptos_account::transfer',
            success: true,
            gas_fee: '81200',
          },
        ],
      },
    },
  }),
  aptosPackages: endpoint({
    path: '/aptos/packages',
    paged: 'cursor',
    summary: 'Get published packages',
    description:
      'Indexed transactions that published or upgraded a package of Move modules, newest first: those of 0x1::code and ' +
      '0x1::object_code_deployment, without packages that were sent in several transactions. Names and upgrade numbers are read from ' +
      'a full node, and null where it does not return the transaction.',
    tag: 'Aptos explorer',
    input: z.object(params.pageOf('packages')),
    output: explorerPage(listedPublication),
    example: {
      input: { network: 'mainnet', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            package_name: 'Market',
            code_address: examples.creator,
            upgrade_number: '3',
            transaction_version: '2308283617',
            transaction_timestamp: '2025-02-01T17:05:15.482Z',
            sender: examples.creator,
            modules: ['market', 'orders'],
          },
        ],
      },
    },
  }),
})

export type AptosActivityApi = typeof aptosActivityApi
export type AptosListedPublication = z.output<typeof listedPublication>
export type AptosCall = z.output<typeof call>
export type AptosActivity = z.output<typeof activity>
