import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { SentNodeTransaction } from '#lib/aptos/chain/rpc/node.ts'
import { hash, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { MoveResource } from '#lib/aptos/chain/rpc/state-reader.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { accountBalances, aptBalance } from './account-balances.ts'
import { accountStakes } from './account-stakes.ts'
import { accountVesting, namedContracts } from './account-vesting.ts'
import type { AptosAccountOverview, AptosSigner, AptosStateApi } from './contract.ts'
import { type AccountAtVersion, createDelegationSearch, readStake } from './delegation-search.ts'
import { createModuleService, newestSent } from './module-service.ts'
import type { AptosDelegations } from './stakes-contract.ts'
import { createModuleReaders, structDefinitions } from './struct-definitions.ts'

const offered = z.object({ for: z.object({ vec: z.array(hash) }) }).catch({ for: { vec: [] } })
const accountResource = z.object({
  authentication_key: hash,
  signer_capability_offer: offered,
  rotation_capability_offer: offered,
})
const objectCore = z.object({ owner: hash, allow_ungated_transfer: z.boolean() })
const multisigAccount = z.object({
  owners: z.array(hash).max(10_000),
  num_signatures_required: u64,
  last_executed_sequence_number: u64,
  next_sequence_number: u64,
})

/** Resources that say what an object is, in the order of their meaning. */
const objectKinds = [
  ['0x4::token::Token', 'token'],
  ['0x4::collection::Collection', 'collection'],
  ['0x1::fungible_asset::Metadata', 'fungible_asset'],
  ['0x1::fungible_asset::FungibleStore', 'fungible_store'],
  ['0x1::object_code_deployment::ManagingRefs', 'code'],
] as const

type Control = Pick<
  AptosAccountOverview,
  | 'kind'
  | 'object_kind'
  | 'owner'
  | 'is_transferable'
  | 'is_key_rotated'
  | 'multisig'
  | 'signer_offered_to'
  | 'rotation_offered_to'
>

/** What an account is and who controls it, from its resources alone. */
const accountControl = (address: string, resources: readonly MoveResource[]): Control => {
  const dataOf = (type: string) => resources.find((one) => one.type === type)?.data
  const account = accountResource.safeParse(dataOf('0x1::account::Account')).data
  const object = objectCore.safeParse(dataOf('0x1::object::ObjectCore')).data
  const multisig = multisigAccount.safeParse(dataOf('0x1::multisig_account::MultisigAccount')).data
  const key = account && BigInt(account.authentication_key)
  return {
    kind: kindOf({ isMultisig: multisig !== undefined, isObject: object !== undefined, key }),
    object_kind: object ? (objectKinds.find(([type]) => dataOf(type) !== undefined)?.[1] ?? null) : null,
    owner: object ? long(object.owner) : null,
    is_transferable: object ? object.allow_ungated_transfer : null,
    is_key_rotated: key === undefined ? null : key !== BigInt(address),
    multisig: multisig
      ? {
          owners: multisig.owners.map(long),
          signatures_required: multisig.num_signatures_required,
          last_executed_sequence_number: multisig.last_executed_sequence_number,
          next_sequence_number: multisig.next_sequence_number,
        }
      : null,
    signer_offered_to: (account?.signer_capability_offer.for.vec ?? []).map(long),
    rotation_offered_to: (account?.rotation_capability_offer.for.vec ?? []).map(long),
  }
}

/** No private key has the authentication key 0: only code can sign for such an account. */
const kindOf = ({
  isMultisig,
  isObject,
  key,
}: {
  isMultisig: boolean
  isObject: boolean
  key: bigint | undefined
}): Control['kind'] => {
  if (isMultisig) return 'multisig'
  if (isObject) return 'object'
  if (key === undefined) return 'none'
  return key === 0n ? 'resource_account' : 'account'
}

const long = (address: string): string => aptosAddress(address) ?? address

const keysMax = 32

const typedKey = z.object({ type: z.string().max(100), value: z.string().max(4_000).catch('') })
const signature = z.looseObject({
  type: z.string().max(100),
  public_key: z.union([z.string().max(4_000), typedKey]).optional(),
  public_keys: z
    .array(z.union([z.string().max(4_000), typedKey]))
    .max(keysMax)
    .optional(),
  threshold: z.number().int().optional(),
  signatures_required: z.number().int().optional(),
  sender: z.unknown().optional(),
  function_info: z.string().max(300).optional(),
})

/** Who signed the newest of these transactions of an account. */
const lastSigner = (sent: readonly SentNodeTransaction[]): AptosSigner | null => {
  const last = sent.at(-1)
  return last ? signerOf(last.signature, last.version) : null
}

/** Who signed a transaction for its sender; null if that is not known. A fee payer and further signers are left out. */
const signerOf = (raw: unknown, version: string): AptosSigner | null => {
  const outer = signature.safeParse(raw).data
  const read = outer?.sender === undefined ? outer : signature.safeParse(outer.sender).data
  if (!read) return null
  const keys = read.public_keys ?? (read.public_key === undefined ? [] : [read.public_key])
  return {
    scheme: read.type.replace(/_signature$/, ''),
    keys: keys.map((key) => (typeof key === 'string' ? { type: 'ed25519', value: key } : key)),
    signatures_required: read.threshold ?? read.signatures_required ?? (keys.length === 1 ? 1 : null),
    authenticator: read.function_info ?? null,
    transaction_version: version,
  }
}

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

/**
 * Resources and modules of accounts, from full nodes. @throws ServiceError `not_available` for state that the node has
 * pruned, `not_found` for a module that does not exist.
 */
export const createAptosStateService = (nodeContext: AptosNodeContext): Service<AptosStateApi> => {
  const { nodes, defaultNetwork, indexedContracts } = nodeContext
  const moduleReader = createModuleReaders(nodes)
  const searchDelegations = createDelegationSearch()

  return {
    ...createModuleService(nodeContext, moduleReader),
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
