import type { AptosAssetBalanceRow, AptosAssetRow } from '#lib/aptos/chain/tables.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfer-record.ts'
import { toHex } from '#lib/base/bytes.ts'
import { fromSortable } from '#lib/base/sortable-integer.ts'

/** The columns of an asset that other records show. */
export type ShownAsset = Pick<AptosAssetRow, 'asset_id' | 'coin_type' | 'name' | 'symbol' | 'decimals' | 'icon_uri'>
export const shownAsset = ['asset_id', 'coin_type', 'name', 'symbol', 'decimals', 'icon_uri'] as const

/** What a record says of its asset; an asset without a row is only known by its id. */
export const assetFields = (assetId: Uint8Array, row: Partial<ShownAsset> | undefined) => ({
  asset_type: row?.coin_type ?? toHex(assetId),
  name: row?.name ?? null,
  symbol: row?.symbol ?? null,
  decimals: row?.decimals ?? null,
})

export const balanceFields = (row: AptosAssetBalanceRow) => ({
  storage_id: toHex(row.storage_id),
  amount: String(fromSortable(row.amount)),
  coin_amount: row.amount_v1,
  fungible_amount: row.amount_v2,
  is_primary: row.is_primary === 1,
  is_frozen: row.is_frozen === 1,
  last_version: String(row.last_version),
  last_timestamp: microsecondsText(row.last_timestamp),
})

/** The supply in the smallest unit, if the index knows all of it: a coin and its fungible asset each count their own part. */
export const knownSupply = ({ coin_type, supply, icon_uri }: AptosAssetRow): string | null =>
  coin_type !== null && icon_uri !== null ? null : supply
