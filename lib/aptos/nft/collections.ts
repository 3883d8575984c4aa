import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import { mutableFieldsOf } from '#lib/aptos/chain/decode/token-terms.ts'
import type { AptosCollectionRow, AptosTables } from '#lib/aptos/chain/tables.ts'
import { activityDays } from '#lib/aptos/query/activity-days.ts'
import { type AptosNftContext, indexedAptosChain, newestFirstPage } from '#lib/aptos/query/context.ts'
import { toDigits, toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { AptosNftExplorerApi } from './contract.ts'
import { idBytes, idText, microsecondsText } from './nft-transfers.ts'
import { mediaOf, metadataOf } from './token-metadata.ts'

/** Counting stops here: higher counts are null. */
export const ownersCountedMax = 10_000
export const upTo = (count: number): number | null => (count > ownersCountedMax ? null : count)

/** A collection, with counts that are cheap for any collection. */
export const aptosCollectionQuery =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollection'] =>
  async ({ collection_data_id_hash: id, network }) => {
    const chainId = await indexedAptosChain(context, network)
    const { db } = context.store
    const row = await db
      .selectFrom('aptos_collections')
      .selectAll()
      .where('chain_id', '=', chainId)
      .where('collection_data_id_hash', '=', idBytes(id))
      .executeTakeFirst()
    if (!row) throw new ServiceError('not_found', `Collection ${id} is not indexed.`)
    const [metadata, newest, held, counts] = await Promise.all([
      metadataOf(context, row.uri),
      newestActivity(db, row),
      countHeld(db, row),
      sql<{ tokens: number; activities: number }>`select
        (select count(*) from (select 1 as one from aptos_tokens
          where chain_id = ${chainId} and collection_data_id_hash = ${row.collection_data_id_hash}
          limit ${ownersCountedMax + 1}) as seen) as tokens,
        cast((select coalesce(sum(activity_count), 0) from aptos_collection_days
          where chain_id = ${chainId} and collection_data_id_hash = ${row.collection_data_id_hash}) as bigint)
          as activities`.execute(db),
    ])
    const isCounted = held.holdings <= ownersCountedMax
    return {
      ...collectionSummary(row),
      ...metadata,
      creator_may_change: mutableFieldsOf(row.mutable_fields),
      last_version: newest ? String(newest.transaction_version) : null,
      last_timestamp: newest ? microsecondsText(newest.transaction_timestamp) : null,
      activity_count: String(counts.rows[0]?.activities ?? 0),
      token_count: upTo(counts.rows[0]?.tokens ?? 0),
      holding_count: upTo(held.holdings),
      owner_count: isCounted ? held.owners : null,
    }
  }

/** The newest collections of a creator first. */
export const aptosCreatorCollectionsQuery =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCreatorCollections'] =>
  async ({ address, network, limit, cursor }) => {
    const chainId = await indexedAptosChain(context, network)
    const { rows, cursor: next } = await newestFirstPage<AptosCollectionRow>(context, {
      binding: { route: 'aptosCreatorCollections', filters: { chainId, address } },
      limit,
      cursor,
      read: async (before, count) => {
        const [version, id] = before ?? []
        const below = before
          ? sql`and (first_version, collection_data_id_hash) < (${version}, ${Buffer.from(String(id), 'hex')})`
          : sql``
        const found = await sql<AptosCollectionRow>`select * from aptos_collections
          where chain_id = ${chainId} and creator_address = ${toBytes32(address)} ${below}
          order by first_version desc, collection_data_id_hash desc limit ${count}`.execute(context.store.db)
        return found.rows
      },
      keyOf: (row) => [row.first_version, toDigits(row.collection_data_id_hash)],
    })
    const media = await mediaOf(
      context,
      rows.map(({ uri }) => uri),
    )
    return { cursor: next, result: rows.map((row) => ({ ...collectionSummary(row), media: media(row.uri) })) }
  }

/** The latest days of a collection, oldest first. */
export const aptosCollectionDaysQuery =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollectionDays'] =>
  async ({ collection_data_id_hash: id, network, limit }) => {
    const chainId = await indexedAptosChain(context, network)
    const rows = await context.store.db
      .selectFrom('aptos_collection_days')
      .select(['day', 'activity_count'])
      .where('chain_id', '=', chainId)
      .where('collection_data_id_hash', '=', idBytes(id))
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return { result: activityDays(rows.reverse()) }
  }

export const collectionSummary = (row: AptosCollectionRow) => ({
  collection_data_id_hash: idText(row.collection_data_id_hash),
  collection_name: row.name,
  creator_address: toHex(row.creator_address),
  uri: row.uri,
  token_standard: row.token_standard,
  first_version: String(row.first_version),
  first_timestamp: microsecondsText(row.first_timestamp),
})

type CollectionKey = Pick<AptosCollectionRow, 'chain_id' | 'collection_data_id_hash'>

const newestActivity = (db: Kysely<AptosTables>, { chain_id, collection_data_id_hash }: CollectionKey) =>
  db
    .selectFrom('aptos_token_activities')
    .select(['transaction_version', 'transaction_timestamp'])
    .where('chain_id', '=', chain_id)
    .where('collection_data_id_hash', '=', collection_data_id_hash)
    .orderBy('transaction_version', 'desc')
    .orderBy('event_index', 'desc')
    .limit(1)
    .executeTakeFirst()

const countHeld = async (db: Kysely<AptosTables>, { chain_id, collection_data_id_hash }: CollectionKey) => {
  const { rows } = await sql<{ holdings: number; owners: number }>`
    select count(*) as holdings, count(distinct owner_address) as owners from (
      select owner_address from aptos_token_ownerships
      where chain_id = ${chain_id} and collection_data_id_hash = ${collection_data_id_hash} and amount <> '0'
      limit ${ownersCountedMax + 1}) as held`.execute(db)
  return rows[0] ?? { holdings: 0, owners: 0 }
}
