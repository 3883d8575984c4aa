import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord, aptosBlockSummary, aptosTransactionRecord, movedAsset } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'

const tag = 'Aptos explorer'

/** How the balance of one owner changed. */
export const balanceChange = record({
  owner_address: addressRecord().describe('The owner of the stores.'),
  ...movedAsset,
})

const versionRecord = record({
  transaction: aptosTransactionRecord,
  block: aptosBlockSummary.nullable().describe('Null if the node lacks it.'),
  block_error: text().nullable().describe('Why the block is missing; null if it is not.'),
})

const balanceChanges = record({
  version: decimal(),
  result: z.array(balanceChange).describe('In the order of the events. Gas is not included.'),
  unattributed: count().describe('Deposits and withdrawals whose owner or asset the transaction does not show.'),
  gas: record({
    payer_address: addressRecord(),
    fee: decimal().describe('In octas.'),
    refund: decimal().describe('Octas that the payer received for freed storage.'),
  })
    .nullable()
    .describe('Null for a transaction that no user sent.'),
})

const stateChange = record({
  kind: z.enum(['resource', 'table_item', 'module', 'other']),
  change: text().describe("The full node's word, e.g. `write_resource`."),
  place: text().describe('The account or object, or the handle of the table.'),
  subject: text().describe('The type of the resource, the key of the table item, or the name of the module.'),
  before_status: z
    .enum(['known', 'absent', 'unknown'])
    .describe('`absent`: there was nothing. `unknown`: the node no longer keeps it, or cannot read it.'),
  before: z.unknown().describe('The value before the transaction.'),
  after: z.unknown().describe('The value after it; null if it was deleted, and for modules.'),
})

const stateChanges = record({
  version: decimal(),
  total: count().describe('Changes of the transaction.'),
  note: text().nullable().describe('Why values before are unknown; null if the node has that state.'),
  result: z.array(stateChange),
})

/** One transaction and its effects, derived from the response of a full node. */
export const aptosTransactionApi = endpointsOf(aptosExplorerRoot, {
  aptosVersion: endpoint({
    path: '/aptos/versions/:version',
    summary: 'Get transaction by version',
    description:
      'The transaction of a ledger version, as the full node returns it, and the header of its block. A node may have one without ' +
      'the other: then `block` is null, and `block_error` says why. A transaction that the node has pruned returns 503 ' +
      '`not_available`.',
    tag,
    input: z.object({ version: params.u64().describe('Ledger version.'), network: params.network() }),
    output: versionRecord,
    example: {
      input: { version: '999999', network: 'mainnet' },
      output: examples.version,
    },
  }),
  aptosBalanceChanges: endpoint({
    path: '/aptos/versions/:version/balance-changes',
    summary: 'Get balance changes by version',
    description:
      'How the balances of coins and fungible assets changed in one transaction: deposits less withdrawals, by owner and asset. ' +
      'A coin and the fungible asset that the framework pairs with it are one asset. A transaction that the node has pruned ' +
      'returns 503 `not_available`.',
    tag,
    input: z.object({ version: params.u64().describe('Ledger version.'), network: params.network() }),
    output: balanceChanges,
    example: {
      input: { version: '2308283617', network: 'mainnet' },
      output: {
        version: '2308283617',
        result: [
          {
            owner_address: examples.wallet,
            ...examples.pearlChange,
          },
        ],
        unattributed: 0,
        gas: { payer_address: examples.creator, fee: '81200', refund: '0' },
      },
    },
  }),
  aptosStateChanges: endpoint({
    path: '/aptos/versions/:version/state-changes',
    summary: 'Get state changes by version',
    description:
      'The resources, table items and modules that one transaction wrote, each with its value before and after. Values before are ' +
      'read from the node at the preceding version: `unknown` if it has pruned that state.',
    tag,
    input: z.object({
      version: params.u64().describe('Ledger version.'),
      network: params.network(),
      limit: parameters.pageSize({ fallback: 25, max: 50 }).describe('The number of changes.'),
      offset: parameters.integer({ max: 10_000 }).default(0).describe('Changes to skip.'),
    }),
    output: stateChanges,
    example: {
      input: { version: '2308283617', network: 'mainnet', limit: 1, offset: 0 },
      output: {
        version: '2308283617',
        total: 7,
        note: null,
        result: [
          {
            kind: 'resource',
            change: 'write_resource',
            place: examples.wallet,
            subject: '0x1::fungible_asset::FungibleStore',
            before_status: 'known',
            before: { balance: '0', frozen: false, metadata: { inner: examples.pearlAsset } },
            after: { balance: '12500000', frozen: false, metadata: { inner: examples.pearlAsset } },
          },
        ],
      },
    },
  }),
})

export type AptosTransactionApi = typeof aptosTransactionApi
export type AptosVersion = z.output<typeof versionRecord>
export type AptosBalanceChanges = z.output<typeof balanceChanges>
export type AptosBalanceChange = z.output<typeof balanceChange>
export type AptosStateChanges = z.output<typeof stateChanges>
export type AptosStateChange = z.output<typeof stateChange>
