import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { type AptosCollectionRow, type AptosTables, aptosNamed } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedAptosChain } from '#lib/aptos/query/context.ts'
import { countListed } from '#lib/aptos/query/count-listed.ts'
import type { AptosRanking } from '#lib/aptos/query/ranked-page.ts'
import { aptosRankedPage } from '#lib/aptos/query/ranked-page.ts'
import { toHex } from '#lib/base/bytes.ts'
import { collectionSummary } from './collections.ts'
import type { AptosNftExplorerApi } from './contract.ts'
import { mediaOf } from './token-metadata.ts'

const ranking: AptosRanking = {
  route: 'aptosCollections',
  table: 'aptos_collections',
  days: 'aptos_collection_days',
  id: 'collection_data_id_hash',
  named: aptosNamed.collection,
}

/** All indexed collections. */
export const aptosCollectionsQuery =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollections'] =>
  async ({ network, sort, search, limit, cursor }) => {
    const chainId = await indexedAptosChain(context, network)
    const page = await aptosRankedPage<AptosCollectionRow>(context, ranking, { chainId, sort, search, limit, cursor })
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
        const { tokens = 0, owners = 0 } = counts.get(toHex(row.ranked_id)) ?? {}
        return {
          ...collectionSummary(row),
          media: media(row.uri),
          token_count: tokens,
          owner_count: owners,
          day_activity_count: row.day_activity,
          day: page.day,
        }
      }),
    }
  }

type Counts = { id: Uint8Array; tokens: number | null; owners: number | null }

/** Tokens and owners of these collections, by id; no owners if there are too many holdings. */
const countsOf = async (
  db: Kysely<AptosTables>,
  chainId: number,
  ids: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Counts>> => {
  if (ids.length === 0) return new Map()
  const rowsOf = (table: string, column: string) => sql`select ${sql.ref(`r.${column}`)} from ${sql.table(table)} as r
    where r.chain_id = ${chainId} and r.collection_data_id_hash = c.collection_data_id_hash`
  const held = sql`${rowsOf('aptos_token_ownerships', 'owner_address')} and r.amount <> '0'`
  const { rows } = await sql<Counts>`
    select c.collection_data_id_hash as id, ${countListed(rowsOf('aptos_tokens', 'chain_id'))} as tokens,
      ${countListed(held, 'distinct owner_address')} as owners
    from aptos_collections as c
    where c.chain_id = ${chainId} and c.collection_data_id_hash in (${sql.join(ids)})`.execute(db)
  return new Map(rows.map((row) => [toHex(row.id), row]))
}
