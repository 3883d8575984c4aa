import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { type AptosCollectionRow, type AptosTables, aptosNamed } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import { type Ranking, rankedPage } from '#lib/aptos/query/ranked-page.ts'
import { collectionSummary } from './collections.ts'
import type { AptosNftExplorerApi } from './contract.ts'
import { mediaOf } from './token-metadata.ts'

const ranking: Ranking = {
  route: 'aptosCollections',
  table: 'aptos_collections',
  days: 'aptos_collection_days',
  id: 'collection_data_id_hash',
  named: aptosNamed.collection,
}

/** Counting stops here for each row of a list: higher counts are null. */
export const listedMax = 1_000
export const upToListed = (count: number): number | null => (count > listedMax ? null : count)

/** All indexed collections. */
export const aptosCollections =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollections'] =>
  async ({ network, sort, search, limit, cursor }) => {
    const chainId = await indexedChain(context, network)
    const page = await rankedPage<AptosCollectionRow>(context, ranking, { chainId, sort, search, limit, cursor })
    const [media, counts] = await Promise.all([
      mediaOf(
        context,
        page.rows.map(({ uri }) => uri),
      ),
      countsOf(
        context.store.db,
        chainId,
        page.rows.map(({ ranked_id }) => ranked_id),
      ),
    ])
    return {
      cursor: page.cursor,
      result: page.rows.map((row) => {
        const { tokens = 0, holdings = 0, owners = 0 } = counts.get(toHex(row.ranked_id)) ?? {}
        return {
          ...collectionSummary(row),
          media: media(row.uri),
          token_count: upToListed(tokens),
          owner_count: holdings > listedMax ? null : owners,
          day_activity_count: row.day_activity,
          day: page.day,
        }
      }),
    }
  }

type Counts = { id: Uint8Array; tokens: number; holdings: number; owners: number }

/** Tokens and holdings of these collections, by id: of each at most one more than are counted. */
const countsOf = async (
  db: Kysely<AptosTables>,
  chainId: number,
  ids: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Counts>> => {
  if (ids.length === 0) return new Map()
  const of = (table: string) =>
    sql`${sql.ref(`${table}.chain_id`)} = ${chainId} and ${sql.ref(`${table}.collection_data_id_hash`)} = c.collection_data_id_hash`
  const held = (counted: string) => sql`(select ${sql.raw(counted)} from (
    select owner_address from aptos_token_ownerships as o
    where ${of('o')} and amount <> '0' limit ${listedMax + 1}) as held)`
  const { rows } = await sql<Counts>`
    select c.collection_data_id_hash as id,
      (select count(*) from (select 1 as one from aptos_tokens as t
        where ${of('t')} limit ${listedMax + 1}) as seen) as tokens,
      ${held('count(*)')} as holdings,
      ${held('count(distinct owner_address)')} as owners
    from aptos_collections as c
    where c.chain_id = ${chainId} and c.collection_data_id_hash in (${sql.join(ids)})`.execute(db)
  return new Map(rows.map((row) => [toHex(row.id), row]))
}
