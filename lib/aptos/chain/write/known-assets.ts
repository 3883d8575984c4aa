import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { KnownAssets } from '#lib/aptos/chain/decode/asset-rows.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { DecodedTokens } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AssetMetadata, FungibleFacts } from '#lib/aptos/chain/decode/fungible-facts.ts'
import type { AptosAssetRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Store } from '#lib/store/store.ts'

/** The result of a look-up that no node serves: the data may exist, and stays unknown. */
export class NotServed {
  readonly kind = 'not served'
}

/** A digital asset's current collection; undefined if the object is not an asset. */
export type CollectionLookUp = (
  address: string,
  signal?: AbortSignal,
) => Promise<{ creator: string; name: string; uri: string } | undefined | NotServed>

const keysOf = <Column extends string>(chainId: number, column: Column, addresses: Iterable<string>) =>
  [...addresses].map((address) => ({ chain_id: chainId, [column]: toBytes32(address) }))

/** Stored assets in these transactions, and their collections. */
export const readKnownAssets = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  facts: readonly DecodedTokens[],
): Promise<KnownAssets> => {
  const assets = facts.flatMap(({ assets }) => assets ?? [])
  const tokens = new Set(assets.flatMap((one) => [...one.tokens.keys(), ...one.burned.keys()]))
  const known: KnownAssets = { tokens: new Map(), collections: new Map(), owners: new Map() }
  if (tokens.size === 0) return known
  const stored = await store.findMany(transaction, 'aptos_tokens', {
    columns: ['token_data_id_hash', 'collection_data_id_hash', 'name', 'uri', 'token_standard'],
    keys: keysOf(chainId, 'token_data_id_hash', tokens),
  })
  for (const { token_data_id_hash, collection_data_id_hash, name, uri, token_standard } of stored)
    if (token_standard === 'v2')
      known.tokens.set(toHex(token_data_id_hash), { collection: toHex(collection_data_id_hash), name, uri })
  const collections = new Set([...known.tokens.values()].map(({ collection }) => collection))
  for (const { tokens, burned } of assets)
    for (const { collection } of [...tokens.values(), ...burned.values()]) collections.add(collection)
  const storedCollections = await store.findMany(transaction, 'aptos_collections', {
    columns: ['collection_data_id_hash', 'creator_address', 'name', 'uri', 'token_standard'],
    keys: keysOf(chainId, 'collection_data_id_hash', collections),
  })
  for (const { collection_data_id_hash, creator_address, name, uri, token_standard } of storedCollections)
    if (token_standard === 'v2')
      known.collections.set(toHex(collection_data_id_hash), { creator: toHex(creator_address), name, uri })
  const held = await store.findMany(transaction, 'aptos_token_ownerships', {
    columns: ['token_data_id_hash', 'owner_address', 'amount'],
    keys: keysOf(chainId, 'token_data_id_hash', tokens),
  })
  for (const { token_data_id_hash, owner_address, amount } of held)
    if (amount !== '0') known.owners.set(toHex(token_data_id_hash), toHex(owner_address))
  return known
}

/** Collections known neither from these transactions nor from `known`, read from the node as far as it serves them. */
export const fetchCollections = async (
  facts: readonly DecodedTokens[],
  known: KnownAssets,
  lookUp: CollectionLookUp,
  signal?: AbortSignal,
): Promise<{ collections: KnownAssets['collections']; isPartial: boolean }> => {
  const written = new Set<string>()
  const wanted = new Set<string>()
  for (const { assets } of facts) {
    if (assets === undefined) continue
    // A later transaction's write of the collection does not help the rows of this one.
    for (const collection of assets.collections.keys()) written.add(collection)
    for (const { collection } of [...assets.tokens.values(), ...assets.burned.values()])
      if (!written.has(collection) && !known.collections.has(collection)) wanted.add(collection)
  }
  const collections: KnownAssets['collections'] = new Map()
  for (const address of wanted) {
    const collection = await lookUp(address, signal)
    if (collection instanceof NotServed) return { collections, isPartial: true }
    if (collection) collections.set(address, collection)
  }
  return { collections, isPartial: false }
}

/** The stored rows of these assets, by id. */
export const readAssets = async (
  store: Store<AptosTables>,
  transaction: Transaction<AptosTables>,
  chainId: number,
  assets: ReadonlySet<string>,
): Promise<Map<string, AptosAssetRow>> => {
  const rows = await store.findMany(transaction, 'aptos_assets', {
    columns: [
      'chain_id',
      'asset_id',
      'coin_type',
      'first_version',
      'first_timestamp',
      'metadata_version',
      'name',
      'symbol',
      'decimals',
      'icon_uri',
      'project_uri',
      'creator_address',
      'supply',
      'maximum',
    ],
    keys: [...assets].map((asset) => ({ chain_id: chainId, asset_id: toBytes32(asset) })),
  })
  return new Map(rows.map((row) => [toHex(row.asset_id), row]))
}

/** What the newest ledger says of an asset; undefined if it says nothing. */
export type AssetLookUp = (
  asset: { address: string; coinType: string | null },
  signal?: AbortSignal,
) => Promise<AssetMetadata | undefined | NotServed>

/** What the node said of assets; undefined for those of which it says nothing. */
export type FoundAssets = ReadonlyMap<string, AssetMetadata | undefined>

/** The assets that the node described, and whether some could not be requested. */
type Found = { assets: FoundAssets; isPartial: boolean }

const lookUpsAtOnce = 4
const keptMax = 100_000

/**
 * Asks the node once for the metadata of each asset that was created before the index started. Later changes of it are in
 * the transactions.
 */
export const createAssetFinder = (store: Store<AptosTables>, chainId: number, lookUp: AssetLookUp) => {
  const asked = new LRUCache<string, true>({ max: keptMax })
  const limit = pLimit(lookUpsAtOnce)
  return {
    find: async (facts: readonly FungibleFacts[], signal?: AbortSignal): Promise<Found> => {
      const wanted = new Map<string, string | null>()
      const written = new Set<string>()
      for (const { assets, stores } of facts) {
        for (const { asset } of stores) wanted.set(asset, wanted.get(asset) ?? null)
        for (const { asset, coinType, metadata } of assets) {
          wanted.set(asset, coinType ?? wanted.get(asset) ?? null)
          if (metadata) written.add(asset)
        }
      }
      const unknown = new Set([...wanted.keys()].filter((asset) => !asked.has(asset) && !written.has(asset)))
      if (unknown.size === 0) return { assets: new Map(), isPartial: false }
      const stored = await store.db
        .transaction()
        .execute((transaction) => readAssets(store, transaction, chainId, unknown))
      for (const [asset, { metadata_version }] of stored) if (metadata_version !== null) unknown.delete(asset)
      const found = await Promise.all(
        [...unknown].map(async (address) => {
          const coinType = wanted.get(address) ?? stored.get(address)?.coin_type ?? null
          return { address, metadata: await limit(() => lookUp({ address, coinType }, signal)) }
        }),
      )
      const assets = new Map<string, AssetMetadata | undefined>()
      for (const { address, metadata } of found) if (!(metadata instanceof NotServed)) assets.set(address, metadata)
      return { assets, isPartial: assets.size < found.length }
    },
    /** The found assets are stored: they are not asked for again. */
    keep: (facts: readonly FungibleFacts[]): void => {
      for (const { assets, stores } of facts) for (const { asset } of [...assets, ...stores]) asked.set(asset, true)
    },
  }
}
