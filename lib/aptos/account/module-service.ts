import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { MoveModule } from '#lib/aptos/chain/rpc/state.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { byteCount } from '#lib/base/hex.ts'
import type { AptosModuleSummary, AptosStateApi } from './contract.ts'
import type { createModuleReaders } from './module-cache.ts'
import { moduleSource } from './module-source.ts'
import { newestSent } from './newest-sent.ts'
import { type PublishedPackage, packageRegistryType, readPackages } from './package-registry.ts'
import { parameterNames } from './parameter-names.ts'
import { publicationsOf } from './publications.ts'
import { structDefinition } from './struct-definition.ts'
import { runView } from './view-call.ts'

type ModuleService = Pick<Service<AptosStateApi>, 'aptosAccountModules' | 'aptosModule' | 'aptosView'>

/** Modules of accounts, and their view functions. */
export const createModuleService = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
  moduleReader: ReturnType<typeof createModuleReaders>,
): ModuleService => ({
  aptosAccountModules: async ({ network = defaultNetwork, address, ledger_version }, context) => {
    const node = nodeOf(nodes, network)
    const { state } = node
    const signal = context?.signal
    const version = await state.version(ledger_version, signal)
    const [{ items, isWhole }, registry, account] = await Promise.all([
      state.modules(address, version, signal),
      state.resource(address, packageRegistryType, version, signal),
      state.resource(address, '0x1::account::Account', version, signal),
    ])
    const newest = await newestSent(node, address, account, signal)
    const packages = readPackages(registry)
    return {
      address,
      ledger_version: String(version),
      is_whole: isWhole,
      packages: packages.map(({ sources: _, ...published }) => published),
      publications: publicationsOf(newest.sent),
      publications_whole: newest.isWhole,
      result: items.flatMap((module) => summaryOf(module, packages)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    }
  },
  aptosView: async ({ network = defaultNetwork, ledger_version, ...call }, context) => {
    const { state } = nodeOf(nodes, network)
    const version = await state.version(ledger_version, context?.signal)
    return runView({ state, readModule: moduleReader(network), version, signal: context?.signal }, call)
  },
  aptosModule: async ({ network = defaultNetwork, address, module: name, ledger_version }, context) => {
    const { state } = nodeOf(nodes, network)
    const signal = context?.signal
    const version = await state.version(ledger_version, signal)
    const [module, registry] = await Promise.all([
      state.module(address, name, version, signal),
      state.resource(address, packageRegistryType, version, signal),
    ])
    if (!module)
      throw new ServiceError('not_found', `The account ${address} has no module ${name} at version ${version}.`)
    const published = packageOf(readPackages(registry), name)
    const { abi } = module
    const stored = await moduleSource(published?.sources.get(name))
    const names = parameterNames(stored.source ?? '')
    return {
      address,
      name,
      ledger_version: String(version),
      bytecode: module.bytecode.toLowerCase(),
      package: published ? withoutModules(published) : null,
      has_abi: Boolean(abi),
      friends: abi?.friends ?? [],
      functions: (abi?.exposed_functions ?? []).map(({ generic_type_params, ...one }) => ({
        ...one,
        type_parameters: generic_type_params,
        param_names: fitting(names.get(one.name), one.params.length),
      })),
      structs: (abi?.structs ?? []).map((struct) => structDefinition(`${abi?.address}::${name}`, struct)),
      ...stored,
    }
  },
})

/** Names of another number of parameters are those of another version of the function. */
const fitting = (names: readonly string[] | undefined, count: number): string[] | null =>
  names?.length === count ? [...names] : null

const packageOf = (packages: readonly PublishedPackage[], module: string): PublishedPackage | undefined =>
  packages.find(({ sources }) => sources.has(module))

const withoutModules = ({ sources: _, modules: __, ...published }: PublishedPackage) => published

/** Nothing for a module without an ABI: only the ABI has its name. */
const summaryOf = ({ abi, bytecode }: MoveModule, packages: readonly PublishedPackage[]): AptosModuleSummary[] => {
  if (!abi) return []
  const published = packageOf(packages, abi.name)
  const functions = abi.exposed_functions
  return [
    {
      name: abi.name,
      package_name: published?.name ?? null,
      functions: functions.length,
      entry_functions: functions.filter(({ is_entry }) => is_entry).length,
      view_functions: functions.filter(({ is_view }) => is_view).length,
      structs: abi.structs.length,
      bytecode_size: byteCount(bytecode),
      has_source: (published?.sources.get(abi.name) ?? '0x') !== '0x',
    },
  ]
}
