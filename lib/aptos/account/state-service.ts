import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { SentNodeTransaction } from '#lib/aptos/chain/rpc/account.ts'
import { type NetworkNodes, nodeOf } from '#lib/aptos/query/network-nodes.ts'
import { accountBalances, aptBalance } from './account-balances.ts'
import { accountControl } from './account-control.ts'
import type { AptosStateApi } from './contract.ts'
import { lastSigner } from './last-signature.ts'
import { createModuleReaders } from './module-cache.ts'
import { createModuleService } from './module-service.ts'
import { newestSent } from './newest-sent.ts'
import { accountStakes } from './stakes/account-stakes.ts'
import { accountVesting } from './stakes/account-vesting.ts'
import { type AccountAtVersion, readStake } from './stakes/delegated-stake.ts'
import { createDelegationSearch } from './stakes/delegation-search.ts'
import { namedContracts } from './stakes/named-contracts.ts'
import type { AptosDelegations } from './stakes/stakes-contract.ts'
import { structDefinitions } from './struct-definitions.ts'

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
    ...createModuleService(nodes, defaultNetwork, moduleReader),
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
  }
}
