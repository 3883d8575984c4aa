import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { AssetMetadata, FungibleFacts } from '#lib/aptos/chain/decode/fungible-facts.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { NotServed } from './not-served.ts'
import { readAssets } from './stored-assets.ts'

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
