import type { Transaction } from 'kysely'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosAssetRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Store } from '#lib/store/store.ts'

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
