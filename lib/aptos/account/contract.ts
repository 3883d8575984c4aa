import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text, timestamp } from '#lib/api/record.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'
import * as examples from '#lib/aptos/api/state-examples.ts'
import {
  aptosDelegations,
  aptosFoundDelegations,
  aptosStake,
  aptosVesting,
  aptosVestingSearch,
} from './stakes-contract.ts'

const tag = 'Aptos state'

const versionText = 'The ledger version that the state was read at.'
const wholeText = 'False if the account has more than this server reads of it.'

const field = record({ name: text(), type: text() })

const structDefinition = record({
  name: text().describe('The address, module and name of the struct.'),
  abilities: z.array(text()),
  type_parameters: count(),
  is_event: flag(),
  fields: z.array(field).describe('Types of fields name type parameters `T0`, `T1`…; none for an enum.'),
  is_enum: flag(),
  variants: z
    .array(record({ name: text(), fields: z.array(field) }))
    .optional()
    .describe('Of an enum, whose values name theirs in `__variant__`.'),
})

const aptosResource = record({
  type: text().describe('The Move type.'),
  data: z.unknown().describe('The fields, as the full node formats them.'),
})

const policies = z.enum(['arbitrary', 'compatible', 'immutable', 'unknown'])

const aptosPackage = record({
  name: text(),
  upgrade_policy: policies.describe('Which changes an upgrade may make.'),
  upgrade_number: decimal().nullable().describe('How often it was upgraded.'),
  source_digest: text().describe('A hash of the sources, as the publisher stated it.'),
  dependencies: z.array(record({ account: addressRecord(), package_name: text() })),
  modules: z.array(text()).describe('The names of its modules.'),
})

const moduleSummary = record({
  name: text(),
  package_name: text().nullable(),
  functions: count().describe('Functions that are public, friend or entry.'),
  entry_functions: count(),
  view_functions: count(),
  structs: count(),
  bytecode_size: count().describe('In bytes.'),
  has_source: flag().describe('Whether its publisher stored the source with the package.'),
})

const moduleFunction = record({
  name: text(),
  visibility: text().describe('`public`, `friend` or `private`.'),
  is_entry: flag(),
  is_view: flag(),
  type_parameters: z.array(record({ constraints: z.array(text()) })),
  params: z.array(text()),
  param_names: z
    .array(text())
    .nullable()
    .describe(
      'As in the stored source, which was not compared with the bytecode. Null without a source that names them.',
    ),
  return: z.array(text()),
})

const modulePackage = aptosPackage.omit({ modules: true })

const aptosModule = record({
  address: addressRecord(),
  name: text(),
  ledger_version: decimal().describe(versionText),
  bytecode: hex(),
  package: modulePackage.nullable().describe('The package of the module; null if it has none.'),
  has_abi: flag(),
  friends: z.array(text()),
  functions: z.array(moduleFunction).describe('Functions that are public, friend or entry.'),
  structs: z.array(structDefinition),
  source: text().nullable().describe('As its publisher stored it: it was not compared with the bytecode.'),
  source_note: text().nullable().describe('Why there is no source.'),
})

const viewResult = record({
  function: text(),
  ledger_version: decimal().describe(versionText),
  status: z.enum(['returned', 'failed']),
  error: text().nullable().describe("The node's message if the call failed."),
  structs: z.array(structDefinition).describe('Structs that occur in the results.'),
  results: z.array(record({ type: text(), value: z.unknown() })),
})

const amount = (what: string) => decimal().describe(what)

const aptosBalance = record({
  asset_type: text().describe('The Move type of the coin.'),
  paired_metadata: addressRecord().describe('The fungible asset that the chain pairs with the coin.'),
  name: text().nullable(),
  symbol: text().nullable(),
  decimals: count().nullable(),
  amount: amount('Both together, in the smallest unit.'),
  coin_amount: amount('Held as a coin.'),
  fungible_amount: amount('Held in the primary store of the paired fungible asset.'),
  is_frozen: flag().describe('Whether one of the stores is frozen.'),
})

const aptosSigner = record({
  scheme: text().describe('e.g. `ed25519`, `multi_ed25519`, `single_key`, `multi_key`, `abstraction`.'),
  keys: z.array(record({ type: text().describe('e.g. `ed25519`, `secp256k1_ecdsa`, `keyless`.'), value: text() })),
  signatures_required: count().nullable(),
  authenticator: text().nullable().describe('The function that authenticates, with account abstraction.'),
  transaction_version: decimal().describe('The transaction that shows it.'),
})

const aptosAccountOverview = record({
  address: addressRecord(),
  ledger_version: decimal().describe(versionText),
  is_whole: flag().describe(wholeText),
  kind: z
    .enum(['account', 'multisig', 'resource_account', 'object', 'none'])
    .describe('`resource_account`: only code can sign for it. `none`: nothing says what it is.'),
  object_kind: z.enum(['token', 'collection', 'fungible_asset', 'fungible_store', 'code']).nullable(),
  owner: addressRecord().nullable().describe('The owner of an object.'),
  is_transferable: flag().nullable().describe('Whether the owner of an object can transfer it freely.'),
  is_key_rotated: flag()
    .nullable()
    .describe('Whether the authentication key differs from the address; null without an account resource.'),
  multisig: record({
    owners: z.array(addressRecord()),
    signatures_required: decimal(),
    last_executed_sequence_number: decimal(),
    next_sequence_number: decimal(),
  }).nullable(),
  signer_offered_to: z.array(addressRecord()).describe('Accounts that may sign for it.'),
  rotation_offered_to: z.array(addressRecord()).describe('Accounts that may rotate its authentication key.'),
  last_signer: aptosSigner
    .nullable()
    .describe('Who signed its newest numbered transaction; null if it sent none, or the node has pruned it.'),
  balances: z.array(aptosBalance).describe('APT, and other coins that the account has.'),
  balances_whole: flag().describe('False if the account has more coins than this server reads.'),
  stakes: z.array(aptosStake).describe('Stake pools that the account is or owns.'),
  delegations: aptosDelegations.describe('Stake in delegation pools that its newest transactions name.'),
  vesting: z
    .array(aptosVesting)
    .describe('Vesting contracts that the account is or manages, and those found in which it has a share.'),
  vesting_search: aptosVestingSearch.describe(
    'Where contracts with a share of the account were searched: no state of the ledger lists them by shareholder.',
  ),
})

export const publication = record({
  package_name: text().nullable(),
  code_address: addressRecord()
    .nullable()
    .describe('The account, or the object of a package that was published as one. Null if the node did not return it.'),
  upgrade_number: decimal().nullable().describe('0 for the first publication; null if the node did not return it.'),
  transaction_version: decimal(),
  transaction_timestamp: timestamp().nullable(),
})

const account = () => params.address().describe('The account.')
const ledgerVersion = () =>
  params.u64().optional().describe('Reads the state after this version. Default: the newest version.')

/** The state of Aptos accounts: resources and modules, from full nodes. */
export const aptosStateApi = endpointsOf(aptosExplorerRoot, {
  aptosAccountResources: endpoint({
    path: '/aptos/accounts/:address/resources',
    summary: 'Get resources by account',
    description:
      'The Move resources of an account or object, ordered by type, with the definitions of their structs. State that the node ' +
      'has pruned returns 503 `not_available`.',
    tag,
    input: z.object({
      address: account(),
      network: params.network(),
      ledger_version: ledgerVersion(),
      search: parameters.text({ max: 200 }).optional().describe('Only resources whose type contains this text.'),
      limit: parameters.pageSize({ fallback: 25, max: 100 }).describe('The number of resources.'),
      offset: parameters.integer({ max: 3_000 }).default(0).describe('Resources to skip.'),
    }),
    output: record({
      address: addressRecord(),
      ledger_version: decimal().describe(versionText),
      total: count().describe('Resources that match.'),
      is_whole: flag().describe(wholeText),
      structs: z
        .array(structDefinition)
        .describe('Structs that occur in these resources, as far as their modules could be read.'),
      result: z.array(aptosResource),
    }),
    example: { input: { address: examples.address, limit: 1, offset: 0 }, output: examples.resources },
  }),
  aptosAccountBalance: endpoint({
    path: '/aptos/accounts/:address/balance',
    summary: 'Get APT balance by account',
    description:
      'APT of an account or object: in its coin store and in its primary store of the fungible asset. APT in other stores that it owns is ' +
      'under “Get assets by account”. State that the node has pruned returns 503 `not_available`.',
    tag,
    input: z.object({ address: account(), network: params.network(), ledger_version: ledgerVersion() }),
    output: record({
      address: addressRecord(),
      ledger_version: decimal().describe(versionText),
      amount: decimal().describe('In octas: the sum of the next two. 1 APT is 100,000,000 octas.'),
      coin_amount: decimal(),
      fungible_amount: decimal(),
    }),
    example: {
      input: { address: examples.address },
      output: {
        address: examples.address,
        ledger_version: '3341005123',
        amount: '1250000000',
        coin_amount: '250000000',
        fungible_amount: '1000000000',
      },
    },
  }),
  aptosAccountOverview: endpoint({
    path: '/aptos/accounts/:address/overview',
    summary: 'Get account overview',
    description:
      'What an account is, who controls it, its coins, stake pools, delegated stake and vesting contracts. Fungible assets that the chain pairs with no coin ' +
      'cannot be found this way. State that the node has pruned returns 503 `not_available`.',
    tag,
    input: z.object({ address: account(), network: params.network(), ledger_version: ledgerVersion() }),
    output: aptosAccountOverview,
    example: { input: { address: examples.multisig }, output: examples.overview },
  }),
  aptosAccountDelegations: endpoint({
    path: '/aptos/accounts/:address/delegations',
    summary: 'Find delegated stake by account',
    description:
      'Stake of an account in the delegation pools of all validators, asked one by one: a pool keeps its delegators in a table that no ' +
      'node lists. Pools that have left the validator set are not asked. Takes some seconds.',
    tag,
    input: z.object({ address: account(), network: params.network(), ledger_version: ledgerVersion() }),
    output: aptosFoundDelegations,
    example: { input: { address: examples.multisig }, output: examples.foundDelegations },
  }),
  aptosAccountModules: endpoint({
    path: '/aptos/accounts/:address/modules',
    summary: 'Get modules by account',
    description:
      'The Move modules that an account has published, and the packages that they belong to. State that the node has pruned ' +
      'returns 503 `not_available`.',
    tag,
    input: z.object({ address: account(), network: params.network(), ledger_version: ledgerVersion() }),
    output: record({
      address: addressRecord(),
      ledger_version: decimal().describe(versionText),
      is_whole: flag().describe(wholeText),
      packages: z.array(aptosPackage),
      publications: z
        .array(publication)
        .describe('Transactions that published or upgraded packages, of those searched, newest first.'),
      publications_whole: flag().describe(
        'Whether all numbered transactions of the account were searched: the newest 100 are, as far as the node has them.',
      ),
      result: z.array(moduleSummary),
    }),
    example: { input: { address: examples.address }, output: examples.modules },
  }),
  aptosModule: endpoint({
    path: '/aptos/accounts/:address/modules/:module',
    summary: 'Get module',
    description:
      'A Move module: its functions and structs, the package that it belongs to, and its source if it was stored with the ' +
      'package. State that the node has pruned returns 503 `not_available`.',
    tag,
    input: z.object({
      address: account(),
      module: params.identifier().describe('The name of the module.'),
      network: params.network(),
      ledger_version: ledgerVersion(),
    }),
    output: aptosModule,
    example: { input: { address: examples.tokenObjects, module: 'royalty' }, output: examples.module },
  }),
  aptosView: endpoint({
    path: '/aptos/view',
    summary: 'Run view function',
    description:
      'Runs a view function on a full node and returns what it returned. A call that fails is not an error: its status is ' +
      '`failed`, with the reason. State that the node has pruned returns 503 `not_available`.',
    tag,
    input: z.object({
      function: params.functionName().describe('The address, module and name of the function.'),
      type_arguments: parameters.text({ max: 4_000 }).optional().describe('Move types, as a JSON list of texts.'),
      arguments: parameters
        .text({ max: 8_000 })
        .optional()
        .describe(
          'A JSON list with a value for each argument. Numbers may be text; bytes are 0x and hex digits; lists are JSON lists; ' +
            'an empty text or null is an option without a value.',
        ),
      network: params.network(),
      ledger_version: ledgerVersion(),
    }),
    output: viewResult,
    example: {
      input: {
        function: '0x4::royalty::get',
        type_arguments: '["0x4::token::Token"]',
        arguments: '["0x11768bf648a04164730acbd5898fa1684030d7bb738b3bd7bcac7ae120f65cc8"]',
      },
      output: examples.view,
    },
  }),
})

export type AptosStateApi = typeof aptosStateApi
export type AptosStructDefinition = z.output<typeof structDefinition>
export type AptosViewResult = z.output<typeof viewResult>
export type AptosBalance = z.output<typeof aptosBalance>
export type AptosSigner = z.output<typeof aptosSigner>
export type AptosAccountOverview = z.output<typeof aptosAccountOverview>
export type AptosPublication = z.output<typeof publication>
export type AptosPackage = z.output<typeof aptosPackage>
export type AptosModulePackage = z.output<typeof modulePackage>
export type AptosModuleSummary = z.output<typeof moduleSummary>
export type AptosModuleFunction = z.output<typeof moduleFunction>
export type AptosModule = z.output<typeof aptosModule>
