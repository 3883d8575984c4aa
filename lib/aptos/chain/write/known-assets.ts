import type { Transaction } from 'kysely'
import type { KnownAssets } from '#lib/aptos/chain/decode/asset-rows.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { DecodedTokens } from '#lib/aptos/chain/decode/decode-version.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Store } from '#lib/store/store.ts'
import { NotServed } from './not-served.ts'

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
