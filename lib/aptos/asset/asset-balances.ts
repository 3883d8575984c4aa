import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosAssetBalanceRow } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedAptosChain } from '#lib/aptos/query/context.ts'
import { newestFirstPage } from '#lib/aptos/query/newest-first-page.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { fromSortable, sortableZero } from '#lib/base/sortable-integer.ts'
import { readIcons } from './asset-icons.ts'
import { assetFields, balanceFields, knownSupply } from './asset-record.ts'
import { assetWarnings } from './asset-warnings.ts'
import type { AptosAssetApi } from './contract.ts'
import { assetIdOf, shownAssets, storedAsset } from './stored-asset.ts'

const bytesOf = (part: unknown): Uint8Array => toBytes32(String(part))
const anyBytes = (part: unknown): Uint8Array => toBytes(`0x${String(part)}`)

/** Holders of an asset, largest first. */
export const aptosAssetHoldersQuery =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAssetHolders'] =>
  async ({ asset_type, network, limit, cursor }) => {
    const chainId = await indexedAptosChain(context, network)
    const { db } = context.store
    const id = assetIdOf(asset_type)
    const asset = await storedAsset(db, chainId, asset_type)
    const supply = asset ? knownSupply(asset) : null
    const page = await newestFirstPage<AptosAssetBalanceRow>(context, {
      binding: { route: 'aptosAssetHolders', filters: { chainId, asset: id } },
      limit,
      cursor,
      read: async (before, count) => {
        const [amount, storage] = before ?? []
        const below = before ? sql`and (amount, storage_id) < (${anyBytes(amount)}, ${bytesOf(storage)})` : sql``
        const found = await sql<AptosAssetBalanceRow>`select * from aptos_asset_balances
          where chain_id = ${chainId} and asset_id = ${id} and amount > ${sortableZero} ${below}
          order by amount desc, storage_id desc limit ${count}`.execute(db)
        return found.rows
      },
      keyOf: (row) => [toHex(row.amount).slice(2), toHex(row.storage_id)],
    })
    const result = page.rows.map((row) => ({
      owner_address: toHex(row.owner_address),
      ...balanceFields(row),
      percent: supply === null ? null : percentOf(fromSortable(row.amount), BigInt(supply)),
    }))
    return { cursor: page.cursor, result }
  }

/** Rounded down to a hundredth of a percent. */
const percentOf = (part: bigint, whole: bigint): number | null =>
  whole === 0n || part > whole ? null : Number((part * 10_000n) / whole) / 100

/** The stores of an account with a balance, latest change first. */
export const aptosAccountAssetsQuery =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAccountAssets'] =>
  async ({ address, network, limit, cursor }) => {
    const chainId = await indexedAptosChain(context, network)
    const { db } = context.store
    const page = await newestFirstPage<AptosAssetBalanceRow>(context, {
      binding: { route: 'aptosAccountAssets', filters: { chainId, address } },
      limit,
      cursor,
      read: async (before, count) => {
        const [version, storage] = before ?? []
        const below = before ? sql`and (last_version, storage_id) < (${version}, ${bytesOf(storage)})` : sql``
        const found = await sql<AptosAssetBalanceRow>`select * from aptos_asset_balances
          where chain_id = ${chainId} and owner_address = ${toBytes32(address)} and amount > ${sortableZero} ${below}
          order by last_version desc, storage_id desc limit ${count}`.execute(db)
        return found.rows
      },
      keyOf: (row) => [row.last_version, toHex(row.storage_id)],
    })
    const assets = await shownAssets(
      db,
      chainId,
      page.rows.map(({ asset_id }) => asset_id),
    )
    const iconOf = await readIcons(context.previews, assets.values())
    const result = page.rows.map((row) => {
      const asset_id = toHex(row.asset_id)
      const asset = assets.get(asset_id)
      return {
        asset_id,
        ...assetFields(row.asset_id, asset),
        icon_preview_url: iconOf(asset),
        ...balanceFields(row),
        warnings: assetWarnings({ ...asset, asset_id: row.asset_id }),
      }
    })
    return { cursor: page.cursor, result }
  }
