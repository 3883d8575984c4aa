import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ShownAsset, shownAsset } from '#lib/aptos/asset/asset-record.ts'
import type { AptosCollectionRow, AptosTables, AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import { type BytesRange, hexPrefixRange } from '#lib/base/hex-prefix.ts'

const hitsMax = 10
const bytesOfId = 32

/** Ids that start with the text, if it is the beginning of one. */
export const readIdPrefix = (text: string): BytesRange | undefined => hexPrefixRange(text, bytesOfId)

/** Rows of the index whose id is in the range: each kind from a range of its key. */
export const hitsOfId = async (db: Kysely<AptosTables>, chainId: number, { first, last }: BytesRange) => {
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
