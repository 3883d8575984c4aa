import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Service } from '#lib/api/endpoint.ts'
import { moveTypeText } from '#lib/aptos/api/format/move-type.ts'
import { type AptosNode, accountResource, type SentNodeTransaction } from '#lib/aptos/chain/rpc/node.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import type { MoveModule, StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { byteCount } from '#lib/base/hex.ts'
import { callArguments, type TextCall, typed } from './call-arguments.ts'
import type { AptosModuleSummary, AptosStateApi, AptosViewResult } from './contract.ts'
import { parameterNames } from './parameter-names.ts'
import { type PublishedPackage, packageRegistryType, publicationsOf, readPackages } from './publications.ts'
import { type createModuleReaders, type ReadModule, structDefinition, structDefinitions } from './struct-definitions.ts'

type StateAt = { state: StateReader; readModule: ReadModule; version: number; signal: AbortSignal | undefined }
type Call = TextCall & { function: string }

/** Runs a view function with arguments in their text form. @throws ServiceError `invalid_request` naming what does not fit. */
const runView = async ({ state, readModule, version, signal }: StateAt, call: Call): Promise<AptosViewResult> => {
  const [address = '', module = '', name = ''] = call.function.split('::')
  const found = (await readModule({ address, module }, version, signal))?.abi?.exposed_functions.find(
    (one) => one.name === name,
  )
  if (!found) throw badParameter('function', `is not a function of a module at version ${version}`)
  if (!found.is_view) throw badParameter('function', 'is not a view function: expected one that is marked as view')
  const { types, values } = callArguments(found.params, found.generic_type_params.length, call)
  const results = found.return.map((type) => {
    const parsed = typed(type, types)
    return parsed ? moveTypeText(parsed) : type
  })
  const about = { function: call.function, ledger_version: String(version) }
  try {
    const asked = { function: call.function, type_arguments: types.map(moveTypeText), arguments: values }
    const returned = await state.view(asked, version, signal)
    return {
      ...about,
      status: 'returned',
      error: null,
      structs: await structDefinitions(results, readModule, version, signal),
      results: returned.map((value, index) => ({ type: results[index] ?? 'unknown', value })),
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { ...about, status: 'failed', error: error.message, structs: [], results: [] }
  }
}

/** A page of a full node. */
const transactionsMax = 100

/** The newest transactions with a sequence number of an account, oldest first, and whether it has sent no others. */
export const newestSent = async (
  node: AptosNode,
  address: string,
  accountData: unknown,
  signal?: AbortSignal,
): Promise<{ sent: SentNodeTransaction[]; isWhole: boolean }> => {
  const account = accountResource.safeParse({ data: accountData })
  if (!account.success || account.data.sequenceNumber === 0n) return { sent: [], isWhole: true }
  const { sequenceNumber } = account.data
  const start = sequenceNumber > transactionsMax ? sequenceNumber - BigInt(transactionsMax) : 0n
  const count = Number(sequenceNumber - start)
  const sent = await node.accountTransactions(address, start, count, signal)
  if (sent.length === count) return { sent, isWhole: start === 0n }
  // A node that has pruned the first of them, or returns them in parts, may still have the newest.
  const newest = await node.accountTransactions(address, sequenceNumber - 1n, 1, signal)
  const isListed = newest.every(({ version }) => version === sent.at(-1)?.version)
  return { sent: isListed ? sent : [...sent, ...newest], isWhole: false }
}

/** Decompressed; a hostile source could be a thousand times its compressed size. */
const bytesMax = 1_000_000
const decompress = promisify(gunzip)

type ModuleSource = { source: string | null; source_note: string | null }

/** A source as it is stored with a package: gzip in hex, empty if the publisher left it out. */
export const moduleSource = async (stored: string | undefined): Promise<ModuleSource> => {
  if (stored === undefined) return missing('The module belongs to no package that its account has registered.')
  if (stored === '0x') return missing('Its publisher did not store the source.')
  try {
    const text = await decompress(Buffer.from(stored.slice(2), 'hex'), { maxOutputLength: bytesMax })
    return { source: new TextDecoder('utf-8', { fatal: true }).decode(text), source_note: null }
  } catch {
    return missing('The stored source is not readable: it is no compressed text, or has more than 1 MB.')
  }
}

const missing = (source_note: string): ModuleSource => ({ source: null, source_note })

type ModuleService = Pick<Service<AptosStateApi>, 'aptosAccountModules' | 'aptosModule' | 'aptosView'>

/** Modules of accounts, and their view functions. */
export const createModuleService = (
  { nodes, defaultNetwork }: AptosNodeContext,
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
