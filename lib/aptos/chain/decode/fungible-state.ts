import * as z from 'zod'
import { longAddress } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { coinTypeLengthMax, coinTypeOf, pairedMetadata, primaryStore } from './asset-ids.ts'
import type { AssetMetadata, AssetSighting, StoreState } from './fungible-facts.ts'
import { addressField, boundedU64, readFields, readTyped } from './node-fields.ts'

/** A store that was deleted in the transaction, as its event describes it. Addresses are long. */
export type DeletedStore = { owner: string; asset: string }

/** The resources of one object; a node returns each of them separately, and all of them whenever one has changed. */
type ObjectState = {
  owner?: string
  store?: { asset: string; balance: string; isFrozen: boolean }
  concurrentBalance?: string
  metadata?: Pick<AssetMetadata, 'name' | 'symbol' | 'decimals' | 'iconUri' | 'projectUri'>
  supply?: Pick<AssetMetadata, 'supply' | 'maximum'>
  coinType?: string
}

export type FungibleState = {
  stores: StoreState[]
  assets: AssetSighting[]
  /** Each address with a written resource. */
  objects: ReadonlyMap<string, ObjectState>
  /** The coin of each event handle: `account creation-number`. */
  coinOfHandle: Map<string, string>
  /** The coin whose store an account deleted. */
  deletedCoinOf: Map<string, string>
}

/** The owner of an object that has none any more. */
const nobody = `0x${'f'.repeat(64)}`

const u128 = z.string().regex(/^\d{1,39}$/)
const resource = z.object({ address: addressField, data: z.object({ type: z.string(), data: z.unknown() }) })
const deletion = z.object({ address: addressField, resource: z.string() })
const handle = z.object({ guid: z.object({ id: z.object({ addr: addressField, creation_num: boundedU64 }) }) })
const coinStore = z.object({
  coin: z.object({ value: boundedU64 }),
  frozen: z.boolean(),
  deposit_events: handle,
  withdraw_events: handle,
})
const optional = <T extends z.ZodType>(value: T) => z.object({ vec: z.array(value).max(1) })
const coinSupply = z.object({ integer: optional(z.object({ value: u128, limit: u128.optional() })) })
const coinInfo = z.object({
  name: z.string(),
  symbol: z.string(),
  decimals: z.number().int().min(0).max(255),
  supply: optional(coinSupply),
})
const metadata = z.object({
  name: z.string(),
  symbol: z.string(),
  decimals: z.number().int().min(0).max(255),
  icon_uri: z.string(),
  project_uri: z.string(),
})
const store = z.object({ metadata: z.object({ inner: addressField }), balance: boundedU64, frozen: z.boolean() })
const concurrentBalance = z.object({ balance: z.object({ value: boundedU64 }) })
const supply = z.object({ current: u128, maximum: optional(u128) })
const concurrentSupply = z.object({ current: z.object({ value: u128, max_value: u128 }) })
const objectCore = z.object({ owner: addressField })
const hexText = z.string().regex(/^0x([0-9a-fA-F]{2})*$/)
const pairedCoin = z.object({
  type: z.object({ account_address: addressField, module_name: hexText, struct_name: hexText }),
})

type Read = <T>(schema: z.ZodType<T>) => T

/** What a coin's info says; the supply of most coins is in a table. */
const coinMetadata = (read: Read, coinType: string): AssetMetadata => {
  const { name, symbol, decimals, supply } = read(coinInfo)
  const [integer] = supply.vec[0]?.integer.vec ?? []
  const creator = longAddress(coinType.slice(0, coinType.indexOf('::')))
  return {
    name,
    symbol,
    decimals,
    iconUri: null,
    projectUri: null,
    creator,
    supply: integer?.value ?? null,
    maximum: null,
  }
}

const utf8 = (hex: string): string => Buffer.from(hex.slice(2), 'hex').toString('utf8')

/** The resources of an object that concern fungible assets. */
const objectParts: ReadonlyMap<string, (read: Read) => ObjectState> = new Map<string, (read: Read) => ObjectState>([
  ['0x1::object::ObjectCore', (read) => ({ owner: longAddress(read(objectCore).owner) })],
  [
    '0x1::fungible_asset::FungibleStore',
    (read) => {
      const { metadata, balance, frozen } = read(store)
      return { store: { asset: longAddress(metadata.inner), balance, isFrozen: frozen } }
    },
  ],
  [
    '0x1::fungible_asset::ConcurrentFungibleBalance',
    (read) => ({ concurrentBalance: read(concurrentBalance).balance.value }),
  ],
  [
    '0x1::fungible_asset::Metadata',
    (read) => {
      const { icon_uri, project_uri, ...rest } = read(metadata)
      return { metadata: { ...rest, iconUri: icon_uri, projectUri: project_uri } }
    },
  ],
  [
    '0x1::fungible_asset::Supply',
    (read) => {
      const { current, maximum } = read(supply)
      return { supply: { supply: current, maximum: maximum.vec[0] ?? null } }
    },
  ],
  [
    '0x1::fungible_asset::ConcurrentSupply',
    (read) => {
      const { value, max_value } = read(concurrentSupply).current
      return { supply: { supply: value, maximum: max_value } }
    },
  ],
  [
    '0x1::coin::PairedCoinType',
    (read) => {
      const { account_address, module_name, struct_name } = read(pairedCoin).type
      const coinType = `${account_address}::${utf8(module_name)}::${utf8(struct_name)}`
      return coinType.length > coinTypeLengthMax ? {} : { coinType }
    },
  ],
])

/** Whether a resource may be one of these. Most are not, and are not read further. */
const isAboutAssets = (change: unknown): boolean => {
  const type = isFields(change) && isFields(change.data) ? change.data.type : undefined
  // Without a type it is no resource, which reading it reports.
  if (typeof type !== 'string') return true
  return objectParts.has(type) || type.startsWith(coinStorePrefix) || type.startsWith(coinInfoPrefix)
}

const coinStorePrefix = '0x1::coin::CoinStore<'
const coinInfoPrefix = '0x1::coin::CoinInfo<'

/** The coins, stores and assets that a transaction wrote. @throws ServiceError `upstream_failed` for a resource in another format. */
export const readFungibleState = (
  changes: readonly unknown[],
  version: string,
  deletedStores: ReadonlyMap<string, DeletedStore>,
): FungibleState => {
  const objects = new Map<string, ObjectState>()
  const coins: StoreState[] = []
  const assets: AssetSighting[] = []
  const coinOfHandle = new Map<string, string>()
  const deletedCoinOf = new Map<string, string>()
  /** Objects in the order in which the stores among them were written or deleted. */
  const touched = new Map<string, 'written' | 'deleted'>()

  const coinState = (owner: string, coinType: string, amount: string, isFrozen: boolean): void => {
    const asset = pairedMetadata(coinType)
    coins.push({ storage: primaryStore(owner, asset), owner, asset, standard: 'v1', isPrimary: true, isFrozen, amount })
    assets.push({ asset, coinType })
  }

  for (const change of changes) {
    const { type } = readTyped(change, 'a change', version)
    if (type === 'delete_resource') {
      const { address: at, resource: name } = readFields(deletion, change, 'a deletion', version)
      const coinType = name.startsWith(coinStorePrefix) ? coinTypeOf(name) : undefined
      if (coinType !== undefined) {
        coinState(longAddress(at), coinType, '0', false)
        deletedCoinOf.set(longAddress(at), coinType)
      }
      if (name === '0x1::object::ObjectGroup') touched.set(longAddress(at), 'deleted')
    }
    if (type !== 'write_resource' || !isAboutAssets(change)) continue
    const { address: at, data } = readFields(resource, change, 'a resource', version)
    const owner = longAddress(at)
    const read: Read = (schema) => readFields(schema, data.data, `a resource ${data.type.slice(0, 100)}`, version)
    const state = objects.get(owner) ?? {}
    objects.set(owner, state)
    const part = objectParts.get(data.type)
    if (part) {
      Object.assign(state, part(read))
      touched.set(owner, 'written')
    } else if (data.type.startsWith(coinStorePrefix)) {
      const coinType = coinTypeOf(data.type)
      if (coinType === undefined) continue
      const { coin, frozen, deposit_events, withdraw_events } = read(coinStore)
      coinState(owner, coinType, coin.value, frozen)
      for (const { guid } of [deposit_events, withdraw_events])
        coinOfHandle.set(`${longAddress(guid.id.addr)} ${guid.id.creation_num}`, coinType)
    } else if (data.type.startsWith(coinInfoPrefix)) {
      const coinType = coinTypeOf(data.type)
      if (coinType !== undefined)
        assets.push({ asset: pairedMetadata(coinType), coinType, metadata: coinMetadata(read, coinType) })
    }
  }
  const stores = [...coins, ...storeStates(objects, touched, deletedStores)]
  for (const [asset, { metadata, supply, owner = nobody, coinType }] of objects)
    if (metadata)
      assets.push({
        asset,
        ...(coinType !== undefined && { coinType }),
        metadata: { ...metadata, creator: owner, supply: supply?.supply ?? null, maximum: supply?.maximum ?? null },
      })
  return { stores, assets, objects, coinOfHandle, deletedCoinOf }
}

/** The stores of fungible assets after the transaction; a deleted one is empty. */
const storeStates = (
  objects: ReadonlyMap<string, ObjectState>,
  touched: ReadonlyMap<string, 'written' | 'deleted'>,
  deletedStores: ReadonlyMap<string, DeletedStore>,
): StoreState[] =>
  [...touched].flatMap(([storage, how]): StoreState[] => {
    const state = how === 'written' ? objects.get(storage) : undefined
    const deleted = deletedStores.get(storage)
    if (state?.store) {
      const { asset, balance, isFrozen } = state.store
      const owner = state.owner ?? nobody
      const isPrimary = storage === primaryStore(owner, asset)
      const amount = state.concurrentBalance ?? balance
      return [{ storage, owner, asset, standard: 'v2', isPrimary, isFrozen, amount }]
    }
    if (deleted === undefined || (how === 'written' && state?.owner === undefined)) return []
    const owner = state?.owner ?? deleted.owner
    return [{ storage, owner, asset: deleted.asset, standard: 'v2', isPrimary: false, isFrozen: false, amount: '0' }]
  })
