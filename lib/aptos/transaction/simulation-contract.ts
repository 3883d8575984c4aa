import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'
import { balanceChange } from './contract.ts'

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
