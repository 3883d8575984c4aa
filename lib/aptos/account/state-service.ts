import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { accountResource, type SentNodeTransaction } from '#lib/aptos/chain/rpc/account.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { MoveModule } from '#lib/aptos/chain/rpc/state.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { byteCount } from '#lib/base/hex.ts'
import { accountBalances, aptBalance } from './account-balances.ts'
import { accountControl } from './account-control.ts'
import type { AptosModuleSummary, AptosStateApi } from './contract.ts'
import { lastSigner } from './last-signature.ts'
import { createModuleReaders } from './module-cache.ts'
import { moduleSource } from './module-source.ts'
import { type PublishedPackage, packageRegistryType, readPackages } from './package-registry.ts'
import { parameterNames } from './parameter-names.ts'
import { publicationsOf } from './publications.ts'
import { accountStakes } from './stakes/account-stakes.ts'
import { accountVesting } from './stakes/account-vesting.ts'
import { type AccountAtVersion, readStake } from './stakes/delegated-stake.ts'
import { createDelegationSearch } from './stakes/delegation-search.ts'
import { namedContracts } from './stakes/named-contracts.ts'
import type { AptosDelegations } from './stakes/stakes-contract.ts'
import { structDefinition } from './struct-definition.ts'
import { structDefinitions } from './struct-definitions.ts'
import { runView } from './view-call.ts'

const poolsMax = 20

/** Entry functions whose first argument is the pool. */
const ofDelegators = /^0x1::delegation_pool::(add_stake|unlock|reactivate_stake|withdraw|vote|delegate_voting_power)$/

/**
 * Stake of an account in delegation pools that its transactions name: a pool keeps its delegators in a table, so that
 * a node cannot list the pools of an account.
 */
const accountDelegations = async (
  place: AccountAtVersion,
  { sent, isWhole }: { sent: readonly SentNodeTransaction[]; isWhole: boolean },
): Promise<AptosDelegations> => {
  const named = namedContracts(sent, ofDelegators)
  const pools = named.slice(0, poolsMax)
  const read = await Promise.all(pools.map(({ address }) => readStake(place, address)))
  return {
    transactions: sent.length,
    is_whole: isWhole && named.length <= poolsMax,
    note: read.find(({ note }) => note !== null)?.note ?? null,
    pools: pools.map(({ address, version }, index) => {
      const [active = null, inactive = null, pending_inactive = null] = read[index]?.amounts ?? []
      return { pool_address: address, active, pending_inactive, inactive, last_transaction_version: version }
    }),
  }
}

/** A page of a full node. */
const transactionsMax = 100

/** The newest transactions with a sequence number of an account, oldest first, and whether it has sent no others. */
const newestSent = async (
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

/** Vesting contracts that paid an account in indexed versions; undefined without an index. */
export type IndexedContracts = (network: AptosNetwork, address: string) => Promise<readonly string[] | undefined>

/**
 * Resources and modules of accounts, from full nodes. @throws ServiceError `not_available` for state that the node has
 * pruned, `not_found` for a module that does not exist.
 */
export const createAptosStateService = (
  nodes: NetworkNodes,
  defaultNetwork: AptosNetwork,
  indexedContracts: IndexedContracts = async () => undefined,
): Service<AptosStateApi> => {
  const moduleReader = createModuleReaders(nodes)
  const searchDelegations = createDelegationSearch()

  return {
    aptosAccountResources: async (
      { network = defaultNetwork, address, ledger_version, search, limit, offset },
      context,
    ) => {
      const { state } = nodeOf(nodes, network)
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      const { items, isWhole } = await state.resources(address, version, signal)
      const wanted = search?.toLowerCase()
      const matching = items
        .filter(({ type }) => wanted === undefined || type.toLowerCase().includes(wanted))
        .sort((a, b) => (a.type < b.type ? -1 : 1))
      const result = matching.slice(offset, offset + limit)
      const types = result.map(({ type }) => type)
      return {
        address,
        ledger_version: String(version),
        total: matching.length,
        is_whole: isWhole,
        structs: await structDefinitions(types, moduleReader(network), version, signal),
        result: result.map(({ type, data }) => ({ type, data })),
      }
    },
    aptosAccountBalance: async ({ network = defaultNetwork, address, ledger_version }, context) => {
      const { state } = nodeOf(nodes, network)
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      const balance = await aptBalance({ state, address, version, signal })
      return { address, ledger_version: String(version), ...balance }
    },
    aptosAccountOverview: async ({ network = defaultNetwork, address, ledger_version }, context) => {
      const node = nodeOf(nodes, network)
      const { state } = node
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      const { items, isWhole } = await state.resources(address, version, signal)
      const place = { state, address, version, signal }
      const account = items.find(({ type }) => type === '0x1::account::Account')?.data
      const newest = newestSent(node, address, account, signal)
      const vestingOf = async () => {
        const [found, distributing] = await Promise.all([newest, indexedContracts(network, address)])
        return await accountVesting(place, items, { ...found, distributing })
      }
      const [{ balances, isWhole: balancesWhole }, stakes, vesting, delegations] = await Promise.all([
        accountBalances(place, items),
        accountStakes(place, items),
        vestingOf(),
        newest.then((found) => accountDelegations(place, found)),
      ])
      return {
        address,
        ledger_version: String(version),
        is_whole: isWhole,
        ...accountControl(address, items),
        last_signer: lastSigner((await newest).sent),
        balances,
        balances_whole: balancesWhole,
        stakes,
        delegations,
        ...vesting,
      }
    },
    aptosAccountDelegations: async ({ network = defaultNetwork, address, ledger_version }, context) => {
      const { state } = nodeOf(nodes, network)
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      return await searchDelegations({ state, address, version, signal }, network)
    },
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
  }
}

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
