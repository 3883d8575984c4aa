import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { assetWarnings, readIcons, shownAsset } from '#lib/aptos/asset/asset-record.ts'
import type { ShownAsset } from '#lib/aptos/chain/tables.ts'
import { type AptosCollectionRow, type AptosTables, type AptosTokenRow, aptosNamed } from '#lib/aptos/chain/tables.ts'
import {
  type AptosNftContext,
  type AptosNftServiceOptions,
  indexedAptosChain,
  ledgerCoverage,
  nftContext,
  tellingCoverage,
} from '#lib/aptos/query/context.ts'
import { idsNamed, isNamed, type Named } from '#lib/aptos/query/ranked-page.ts'
import { type BytesRange, hexPrefixRange, toHex } from '#lib/base/bytes.ts'
import { nameWordBytes } from '#lib/base/name-words.ts'
import type { AptosHit, AptosSearchApi } from './contract.ts'

const hitsMax = 10
const bytesOfId = 32

/** Ids that start with the text, if it is the beginning of one. */
const readIdPrefix = (text: string): BytesRange | undefined => hexPrefixRange(text, bytesOfId)

/** Rows of the index whose id is in the range: each kind from a range of its key. */
const hitsOfId = async (db: Kysely<AptosTables>, chainId: number, { first, last }: BytesRange) => {
  const within = <Row>(table: string, columns: readonly string[], id: string): RawBuilder<Row> => sql<Row>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where chain_id = ${chainId} and ${sql.ref(id)} >= ${first} and ${sql.ref(id)} <= ${last}
    order by ${sql.ref(id)} limit ${hitsMax}`
  const collection = 'collection_data_id_hash'
  const token = 'token_data_id_hash'
  type Collection = Pick<AptosCollectionRow, typeof collection | 'name'>
  const [assets, collections, tokens, owners] = await Promise.all([
    within<ShownAsset>('aptos_assets', shownAsset, 'asset_id').execute(db),
    within<Collection>('aptos_collections', [collection, 'name'], collection).execute(db),
    within<Pick<AptosTokenRow, typeof token | 'name'>>('aptos_tokens', [token, 'name'], token).execute(db),
    ownersWithin(db, chainId, { first, last }),
  ])
  return { assets: assets.rows, collections: collections.rows, tokens: tokens.rows, owners }
}

/** Accounts with coins or fungible assets: one step of the index for each, however many rows it has. */
const ownersWithin = async (
  db: Kysely<AptosTables>,
  chainId: number,
  { first, last }: BytesRange,
): Promise<Uint8Array[]> => {
  const next = (after: RawBuilder<unknown>) => sql`(select owner_address from aptos_asset_balances
    where chain_id = ${chainId} and owner_address ${after} and owner_address <= ${last} order by owner_address limit 1)`
  const { rows } = await sql<{ owner: Uint8Array }>`
    with recursive owners(owner, place) as (
      select ${next(sql`>= ${first}`)}, 1
      union all
      select ${next(sql`> owner`)}, place + 1 from owners where owner is not null and place < ${hitsMax}
    )
    select owner from owners where owner is not null`.execute(db)
  return rows.map(({ owner }) => owner)
}

type Collection = Pick<AptosCollectionRow, 'collection_data_id_hash' | 'name'>

const lengthMin = 2

/** Assets and collections by their names, or anything by the beginning of its id. */
const aptosSearch =
  (context: AptosNftContext): Service<AptosSearchApi>['aptosSearch'] =>
  async ({ q, network = context.defaultNetwork }) => {
    const chainId = await indexedAptosChain(context, network)
    const id = readIdPrefix(q)
    const byId = id === undefined ? undefined : await hitsOfId(context.store.db, chainId, id)
    const found = byId ?? (await namedBy(context, chainId, nameWordBytes(q)))
    const iconOf = await readIcons(context.previews, found.assets)
    return {
      result: [
        ...found.assets.map((row): AptosHit => {
          const { name, symbol } = row
          const value = row.coin_type ?? toHex(row.asset_id)
          const more = { icon_preview_url: iconOf(row), warnings: assetWarnings(row) }
          return { type: 'asset', network, value, name, symbol, ...more }
        }),
        ...found.collections.map((row) => catalogued('collection', network, row.collection_data_id_hash, row.name)),
        ...(byId?.tokens ?? []).map((row) => catalogued('token', network, row.token_data_id_hash, row.name)),
        ...(byId?.owners ?? []).map((owner): AptosHit => {
          const value = toHex(owner)
          return { type: 'account', network, value, name: null, symbol: null, icon_preview_url: null, warnings: [] }
        }),
      ],
    }
  }

const catalogued = (
  type: 'collection' | 'token',
  network: AptosHit['network'],
  id: Uint8Array,
  name: string,
): AptosHit => ({
  type,
  network,
  value: toHex(id).slice(2),
  name,
  symbol: null,
  icon_preview_url: null,
  warnings: [],
})

/** The rows that still have such a word. */
const namedBy = async (
  { store }: AptosNftContext,
  chainId: number,
  prefix: Uint8Array,
): Promise<{ assets: ShownAsset[]; collections: Collection[] }> => {
  if (prefix.length < lengthMin) return { assets: [], collections: [] }
  const ids = await idsNamed(store.db, chainId, prefix)
  const [assetIds, collectionIds] = [ids(aptosNamed.asset), ids(aptosNamed.collection)]
  const [assets, collections] = await Promise.all([
    assetIds.length === 0
      ? []
      : store.db
          .selectFrom('aptos_assets')
          .select([...shownAsset])
          .where('chain_id', '=', chainId)
          .where('asset_id', 'in', assetIds)
          .execute(),
    collectionIds.length === 0
      ? []
      : store.db
          .selectFrom('aptos_collections')
          .select(['collection_data_id_hash', 'name'])
          .where('chain_id', '=', chainId)
          .where('collection_data_id_hash', 'in', collectionIds)
          .execute(),
  ])
  return {
    assets: best(assets, prefix, (row) => assetWarnings(row).length > 0),
    collections: best(collections, prefix, () => false),
  }
}

/** Rows that still have the word: exact names first, misleading ones last. */
const best = <Row extends Named>(rows: readonly Row[], prefix: Uint8Array, misleads: (row: Row) => boolean): Row[] =>
  rows
    .filter((row) => isNamed(row, prefix))
    .map((row) => ({ row, rank: (misleads(row) ? 2 : 0) + (isExact(row, prefix) ? 0 : 1), text: row.name ?? '' }))
    .sort((a, b) => a.rank - b.rank || a.text.length - b.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, hitsMax)
    .map(({ row }) => row)

const isExact = ({ name, symbol }: Named, prefix: Uint8Array): boolean =>
  [name, symbol].some((text) => text && Buffer.compare(nameWordBytes(text), prefix) === 0)

/** Assets, collections and tokens by name or id, from the own index. */
export const createAptosSearchService = (options: AptosNftServiceOptions): Service<AptosSearchApi> => {
  const context = nftContext(options)
  const service: Service<AptosSearchApi> = { aptosSearch: aptosSearch(context) }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}
