import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { pairedMetadata } from '#lib/aptos/chain/decode/asset-ids.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosAssetBalanceRow, AptosAssetRow, AptosTables, ShownAsset } from '#lib/aptos/chain/tables.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfers.ts'
import { wholeUri } from '#lib/aptos/nft/token-metadata.ts'
import { type AptosNftContext, indexedAptosChain, newestFirstPage } from '#lib/aptos/query/context.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { longAddress } from '#lib/base/hex.ts'
import { skeletonOf } from '#lib/base/skeleton.ts'
import { fromSortable, sortableZero } from '#lib/base/sortable-integer.ts'
import type { PicturePreviews } from '#lib/media/media-records.ts'
import type { AptosAssetApi } from './contract.ts'

export const shownAsset = [
  'asset_id',
  'coin_type',
  'name',
  'symbol',
  'decimals',
  'icon_uri',
] as const satisfies readonly (keyof ShownAsset)[]

/** What a record says of its asset; an asset without a row is only known by its id. */
export const assetFields = (assetId: Uint8Array, row: Partial<ShownAsset> | undefined) => ({
  asset_type: row?.coin_type ?? toHex(assetId),
  name: row?.name ?? null,
  symbol: row?.symbol ?? null,
  decimals: row?.decimals ?? null,
})

const balanceFields = (row: AptosAssetBalanceRow) => ({
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

type Iconed = Partial<Pick<AptosAssetRow, 'icon_uri'>>

/** The URL of an asset's icon on this server; null without one. */
type IconOf = (asset: Iconed | undefined) => string | null

const iconUri = (asset: Iconed | undefined): string | undefined => wholeUri(asset?.icon_uri)

/** The icons of these assets in one statement; none without a media folder. */
export const readIcons = async (
  previews: PicturePreviews | undefined,
  assets: Iterable<Iconed | undefined>,
): Promise<IconOf> => {
  const uris = [...assets].flatMap((asset) => iconUri(asset) ?? [])
  const urls = (await previews?.(uris, 'low')) ?? new Map<string, string>()
  return (asset) => urls.get(iconUri(asset) ?? '') ?? null
}

/** Assets whose symbols are imitated; each with all of its ids. USDC and USDt are the issuers' own, on mainnet. */
const imitated: readonly { symbol: string; ids: readonly string[] }[] = [
  { symbol: 'APT', ids: [longAddress('0xa')] },
  { symbol: 'USDC', ids: ['0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b'] },
  { symbol: 'USDt', ids: ['0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b'] },
]

const link = /https?:|www\.|\.(?:com|io|xyz|org|net|app|gift|claims?)\b/i
const hidden = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Why a name or symbol may mislead. Names are bounded in the store. */
export const assetWarnings = (asset: Partial<ShownAsset> & Pick<ShownAsset, 'asset_id'>): string[] => {
  const { symbol, name } = asset
  const id = toHex(asset.asset_id)
  const skeleton = skeletonOf(symbol ?? '')
  const original = imitated.find((one) => skeletonOf(one.symbol) === skeleton && !one.ids.includes(id))
  const texts = `${symbol ?? ''} ${name ?? ''}`
  return [
    ...(original
      ? [`Its symbol looks like ${original.symbol}, which is another asset: ${original.ids.join(', ')}.`]
      : []),
    ...(link.test(texts) ? ['Its name contains a link: assets that advertise a site are usually scams.'] : []),
    ...(hidden.test(texts) ? ['Its name contains invisible characters.'] : []),
  ]
}

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
