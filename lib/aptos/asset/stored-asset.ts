import type { Kysely } from 'kysely'
import { pairedMetadata } from '#lib/aptos/chain/decode/asset-ids.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosAssetRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { type ShownAsset, shownAsset } from './asset-record.ts'

/** The id of an asset: its address, or that of the object that is paired with the coin of this type. */
export const assetIdOf = (assetType: string): Uint8Array =>
  toBytes32(assetType.includes('::') ? pairedMetadata(assetType) : assetType)

/** Undefined for an asset that is not indexed. */
export const storedAsset = (
  db: Kysely<AptosTables>,
  chainId: number,
  assetType: string,
): Promise<AptosAssetRow | undefined> =>
  db
    .selectFrom('aptos_assets')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('asset_id', '=', assetIdOf(assetType))
    .executeTakeFirst()

/** What other records show of these assets, by id. */
export const shownAssets = async (
  db: Kysely<AptosTables>,
  chainId: number,
  ids: Iterable<Uint8Array | null>,
): Promise<Map<string, ShownAsset>> => {
  const wanted = new Map([...ids].flatMap((id) => (id === null ? [] : [[toHex(id), id] as const])))
  if (wanted.size === 0) return new Map()
  const rows = await db
    .selectFrom('aptos_assets')
    .select([...shownAsset])
    .where('chain_id', '=', chainId)
    .where('asset_id', 'in', [...wanted.values()])
    .execute()
  return new Map(rows.map((row) => [toHex(row.asset_id), row]))
}
