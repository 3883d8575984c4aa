import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { createModuleReaders, structDefinitions } from '#lib/aptos/account/struct-definitions.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { structName } from '#lib/aptos/api/format/move-type.ts'
import { aptCoinType, pairedMetadata } from '#lib/aptos/chain/decode/asset-ids.ts'
import { hash } from '#lib/aptos/chain/rpc/node-answers.ts'
import type { MoveResource } from '#lib/aptos/chain/rpc/state-reader.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { AptosAssetControl, AptosAssetControlApi, AptosAssetPower } from './asset-control-contract.ts'
import { type FoundReference, findReferences, mayContainReference } from './find-references.ts'

const u128 = z.string().regex(/^\d{1,39}$/)
const supply = z.object({ current: u128, maximum: z.object({ vec: z.array(u128) }) })
const concurrentSupply = z.object({ current: z.object({ value: u128, max_value: u128 }) })
const functionInfo = z.object({ module_address: hash, module_name: z.string(), function_name: z.string() })
const optional = z.object({ vec: z.array(functionInfo) }).catch({ vec: [] })
const dispatch = z.object({
  withdraw_function: optional,
  deposit_function: optional,
  derived_balance_function: optional,
})
const derivedSupply = z.object({ dispatch_function: optional })
const core = z.object({ owner: hash })
/** The name of a type as `0x1::type_info::TypeInfo` has it: module and struct in hex. */
const pairedCoin = z.object({
  type: z.object({ account_address: hash, module_name: z.string().max(1_000), struct_name: z.string().max(1_000) }),
})

const unlimited = 2n ** 128n - 1n

/** What the resources of a metadata object say of its asset. */
const assetState = (resources: readonly MoveResource[]) => {
  const dataOf = (name: string): unknown => resources.find(({ type }) => type === name)?.data
  const counted = supply.safeParse(dataOf('0x1::fungible_asset::Supply')).data
  const concurrent = concurrentSupply.safeParse(dataOf('0x1::fungible_asset::ConcurrentSupply')).data
  const hooks = dispatch.safeParse(dataOf('0x1::fungible_asset::DispatchFunctionStore')).data
  const derived = derivedSupply.safeParse(dataOf('0x1::fungible_asset::DeriveSupply')).data
  const owner = core.safeParse(dataOf('0x1::object::ObjectCore')).data?.owner
  const paired = pairedCoin.safeParse(dataOf('0x1::coin::PairedCoinType')).data
  const maximum = concurrent ? concurrent.current.max_value : counted?.maximum.vec[0]
  const current = concurrent ? concurrent.current.value : counted?.current
  return {
    exists: dataOf('0x1::fungible_asset::Metadata') !== undefined,
    owner: owner && aptosAddress(owner),
    coinType: paired ? coinTypeOf(paired) : undefined,
    supply:
      current === undefined
        ? undefined
        : {
            current: BigInt(current),
            maximum: maximum === undefined || BigInt(maximum) === unlimited ? undefined : BigInt(maximum),
          },
    hooks: [
      ...hookOf('withdraw', hooks?.withdraw_function.vec[0]),
      ...hookOf('deposit', hooks?.deposit_function.vec[0]),
      ...hookOf('balance', hooks?.derived_balance_function.vec[0]),
      ...hookOf('supply', derived?.dispatch_function.vec[0]),
    ],
    hasFixedStores: dataOf('0x1::fungible_asset::Untransferable') !== undefined,
  }
}

const hookOf = (
  on: AptosAssetControl['hooks'][number]['on'],
  info: z.output<typeof functionInfo> | undefined,
): AptosAssetControl['hooks'] =>
  info ? [{ on, function: `${info.module_address}::${info.module_name}::${info.function_name}` }] : []

const coinTypeOf = ({ type }: z.output<typeof pairedCoin>): string =>
  [type.account_address, nameOf(type.module_name), nameOf(type.struct_name)].join('::')

/** Nodes return names as hex. */
const nameOf = (hex: string): string =>
  /^0x([0-9a-f]{2})*$/i.test(hex) ? Buffer.from(hex.slice(2), 'hex').toString() : hex

const evidenceMax = 10
const pairedRefs = '0x1::coin::PairedFungibleAssetRefs'

type State = {
  references: readonly FoundReference[]
  isCoin: boolean
  /** Undefined for an asset without a maximum. */
  supply: { current: bigint; maximum: bigint | undefined } | undefined
}

/** What may be done with an asset, in one sentence each. A reference that was not found may exist elsewhere. */
const assetPowers = ({ references, isCoin, supply }: State): Pick<AptosAssetControl, 'mint' | 'burn' | 'freeze'> => {
  const noun = isCoin ? 'capability' : 'reference'
  const powerOf = (kinds: readonly FoundReference['kind'][], can: string, word: string): AptosAssetPower => {
    const found = references.filter(({ kind }) => kinds.includes(kind))
    // The framework keeps these to convert the coin, and lends them to whoever has the coin's capability.
    const held = found.filter(({ resource }) => resource !== pairedRefs)
    if (held.length === 0)
      return { possible: null, reason: `Not known: no ${word} ${noun} was found where it was searched.`, evidence: [] }
    return {
      possible: true,
      reason: `Code of ${modulesText(held)} can ${can}.`,
      evidence: held.slice(0, evidenceMax).map(({ address, resource }) => ({ address, resource })),
    }
  }
  const canMove = references.some(({ kind, resource }) => kind === 'transfer' && resource !== pairedRefs)
  const freeze = canMove ? 'freeze any store and move its balance' : 'freeze any store'
  const isFull = supply?.maximum !== undefined && supply.current >= supply.maximum
  const mint = powerOf(['mint'], 'mint more of it', 'mint')
  return {
    mint: isFull
      ? { ...mint, possible: false, reason: 'Not now: the supply has reached its maximum. Burning would make room.' }
      : mint,
    burn: powerOf(['burn'], 'burn it in any store', 'burn'),
    freeze: powerOf(['transfer', 'freeze'], freeze, isCoin ? 'freeze' : 'transfer'),
  }
}

const namedMax = 3
const addressMax = 14

/** The evidence has the whole address. */
const shortHex = (address: string): string =>
  address.length > addressMax ? `${address.slice(0, 8)}…${address.slice(-6)}` : address

/** Only the code of a resource's module can use what it contains. */
const modulesText = (references: readonly FoundReference[]): string => {
  const names = new Set(
    references.map(({ resource }) => {
      const place = structName(resource.replace(/<.*/s, ''))
      return place ? `${shortHex(place.address)}::${place.module}` : resource
    }),
  )
  const shown = [...names].slice(0, namedMax).join(', ')
  return names.size > namedMax ? `${shown} and ${names.size - namedMax} more` : shown
}

/**
 * Who may change an asset, from the state of a full node. @throws ServiceError `not_found` for an asset that does not exist
 * at the version, `not_available` for state that the node has pruned.
 */
export const createAssetControlService = ({
  nodes,
  defaultNetwork,
}: AptosNodeContext): Service<AptosAssetControlApi> => {
  const moduleReader = createModuleReaders(nodes)

  return {
    aptosAssetControl: async ({ asset_type, network = defaultNetwork, ledger_version }, context) => {
      const { state } = nodeOf(nodes, network)
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      const isCoinAsked = asset_type.includes('::')
      const id = aptosAddress(isCoinAsked ? pairedMetadata(asset_type) : asset_type) ?? asset_type
      const metadata = await state.resources(id, version, signal)
      const asset = assetState(metadata.items)
      const coinType = isCoinAsked
        ? asset_type
        : (asset.coinType ?? (pairedMetadata(aptCoinType) === id ? aptCoinType : null))
      const coinAccount =
        coinType === null ? undefined : aptosAddress(structName(coinType.replace(/<.*/s, ''))?.address ?? '')

      const others = new Set(
        [asset.owner, coinAccount].flatMap((one) => (one === undefined || one === id ? [] : [one])),
      )
      const read = await Promise.all(
        [...others].map(async (address) => ({ address, ...(await state.resources(address, version, signal)) })),
      )
      const accounts = [{ address: id, ...metadata }, ...read]
      const info = accounts
        .flatMap(({ items }) => items)
        .find(({ type }) => type === `0x1::coin::CoinInfo<${coinType}>`)
      if (!asset.exists && info === undefined)
        throw new ServiceError('not_found', `There is no asset ${asset_type} at version ${version}.`)

      const wanted = { id, coinType }
      const candidates = accounts.map(({ address, items }) => ({
        address,
        items: items.filter((resource) => mayContainReference(resource, wanted)),
      }))
      const types = candidates.flatMap(({ items }) => items.map(({ type }: MoveResource) => type))
      const structs = await structDefinitions(types, moduleReader(network), version, signal)
      const references = candidates.flatMap(({ address, items }) => findReferences(address, items, wanted, structs))
      return {
        asset_id: id,
        coin_type: coinType,
        is_paired: asset.exists && coinType !== null,
        ledger_version: String(version),
        is_whole: accounts.every(({ isWhole }) => isWhole),
        searched: accounts.map(({ address }) => address),
        // The coin and its fungible asset count their own parts: neither maximum holds for both.
        ...assetPowers({ references, isCoin: coinType !== null, supply: coinType === null ? asset.supply : undefined }),
        hooks: asset.hooks,
        has_fixed_stores: asset.hasFixedStores,
      }
    },
  }
}
