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
const balanceChange = record({
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

const simulation = record({
  function: text(),
  sender: addressRecord(),
  status: z
    .enum(['succeeds', 'fails', 'refused'])
    .describe('`fails`: it would be committed, and only gas be paid. `refused`: the node would not accept it.'),
  vm_status: text().describe("The node's words, e.g. the abort code of a module."),
  gas_used: decimal().nullable().describe('In units of gas; null if it was refused.'),
  gas_unit_price: decimal().nullable().describe('In octas, as the node estimates it.'),
  changes: z.array(balanceChange).describe('Balance changes of all accounts. Gas is not included.'),
  unattributed: count().describe('Deposits and withdrawals whose owner or asset is unknown.'),
  event_count: count(),
  events: z.array(record({ type: text(), data: z.unknown() })).describe('The first 50 events.'),
  payload: record({
    function: text(),
    type_arguments: z.array(text()),
    arguments: z.array(z.unknown()),
  }).describe('The call as wallets take it (`signAndSubmitTransaction` of AIP-62): bytes are lists of numbers.'),
})

/** What calls would do. */
export const aptosSimulationApi = endpointsOf(aptosExplorerRoot, {
  aptosSimulation: endpoint({
    path: '/aptos/simulation',
    summary: 'Simulate entry function',
    description:
      'Runs an entry function on the newest state of a full node, as if the sender had signed it. Nothing is sent to the network. A ' +
      'call that would fail is not an error: its `vm_status` has the reason.',
    tag: 'Aptos state',
    input: z.object({
      function: params.functionName().describe('The address, module and name of the function.'),
      sender: params.address().describe('The account that would send it.'),
      public_key: params
        .publicKey()
        .optional()
        .describe(
          'Its public key, as wallets write it. The node then refuses the call if the key may not sign for the account.',
        ),
      type_arguments: parameters.text({ max: 4_000 }).optional().describe('Move types, as a JSON list of texts.'),
      arguments: parameters
        .text({ max: 8_000 })
        .optional()
        .describe('A JSON list with a value for each argument but signers, as for view functions.'),
      network: params.network(),
    }),
    output: simulation,
    example: {
      input: {
        function: '0x1::aptos_account::transfer',
        sender: examples.wallet,
        arguments: JSON.stringify([examples.creator, '100']),
      },
      output: {
        function: '0x1::aptos_account::transfer',
        sender: examples.wallet,
        status: 'succeeds',
        vm_status: 'Executed successfully',
        gas_used: '12',
        gas_unit_price: '100',
        changes: [
          {
            owner_address: examples.wallet,
            asset_id: '0x000000000000000000000000000000000000000000000000000000000000000a',
            asset_type: '0x1::aptos_coin::AptosCoin',
            name: 'Aptos Coin',
            symbol: 'APT',
            decimals: 8,
            amount: '-100',
          },
        ],
        unattributed: 0,
        event_count: 1,
        events: [{ type: '0x1::fungible_asset::Withdraw', data: { amount: '100', store: examples.creator } }],
        payload: {
          function: '0x1::aptos_account::transfer',
          type_arguments: [],
          arguments: [examples.creator, '100'],
        },
      },
    },
  }),
})

export type AptosSimulationApi = typeof aptosSimulationApi
export type AptosSimulation = z.output<typeof simulation>
