import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, flag, hex, record, text } from '#lib/api/record.ts'
import * as params from './params.ts'
import { address } from './records.ts'
import { aptosStateRoutes } from './routes.ts'
import * as examples from './state-examples.ts'

const tag = 'Aptos state'

const versionText = 'The ledger version that the state was read at.'
const wholeText = 'False if the account has more than this server reads of it.'

const field = record({ name: text(), type: text() })

const structDefinition = record({
  name: text().describe('The address, module and name of the struct.'),
  abilities: z.array(text()),
  type_parameters: count(),
  is_event: flag(),
  fields: z.array(field).describe('Types of fields name type parameters `T0`, `T1`…'),
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
  dependencies: z.array(record({ account: address(), package_name: text() })),
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
  return: z.array(text()),
})

const modulePackage = aptosPackage.omit({ modules: true })

const aptosModule = record({
  address: address(),
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

const account = () => params.address().describe('The account.')
const ledgerVersion = () =>
  params.u64().optional().describe('Reads the state after this version. Default: the newest version.')

/** The state of Aptos accounts: resources and modules, from full nodes. */
export const aptosStateApi = {
  aptosAccountResources: endpoint(aptosStateRoutes.aptosAccountResources, {
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
      address: address(),
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
  aptosAccountModules: endpoint(aptosStateRoutes.aptosAccountModules, {
    summary: 'Get modules by account',
    description:
      'The Move modules that an account has published, and the packages that they belong to. State that the node has pruned ' +
      'returns 503 `not_available`.',
    tag,
    input: z.object({ address: account(), network: params.network(), ledger_version: ledgerVersion() }),
    output: record({
      address: address(),
      ledger_version: decimal().describe(versionText),
      is_whole: flag().describe(wholeText),
      packages: z.array(aptosPackage),
      result: z.array(moduleSummary),
    }),
    example: { input: { address: examples.address }, output: examples.modules },
  }),
  aptosModule: endpoint(aptosStateRoutes.aptosModule, {
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
    example: { input: { address: examples.address, module: 'chain_id' }, output: examples.module },
  }),
} satisfies Api

export type AptosStateApi = typeof aptosStateApi
export type AptosStructDefinition = z.output<typeof structDefinition>
export type AptosResource = z.output<typeof aptosResource>
export type AptosPackage = z.output<typeof aptosPackage>
export type AptosModulePackage = z.output<typeof modulePackage>
export type AptosModuleSummary = z.output<typeof moduleSummary>
export type AptosModuleFunction = z.output<typeof moduleFunction>
export type AptosModule = z.output<typeof aptosModule>
