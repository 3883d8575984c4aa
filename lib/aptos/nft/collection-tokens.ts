import { sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import type { AptosNetwork } from '#lib/aptos/query/network-nodes.ts'
import { newestFirstPage } from '#lib/aptos/query/newest-first-page.ts'
import { idBytes } from './activity-filters.ts'
import type { AptosNftExplorerApi } from './contract.ts'
import { idText } from './nft-transfer-record.ts'
import { hexOf } from './owner-rows.ts'
import { tokenSummary } from './token.ts'
import { attributesOf, mediaOf } from './token-metadata.ts'

type CollectionInput = { collection_data_id_hash: string; network?: AptosNetwork; limit: number; cursor?: string }

/** The newest tokens of a collection first. */
const collectionTokens = async (
  context: AptosNftContext,
  route: string,
  { collection_data_id_hash: id, network, limit, cursor }: CollectionInput,
) => {
  const chainId = await indexedChain(context, network)
  return newestFirstPage<AptosTokenRow>(context, {
    binding: { route, filters: { chainId, id } },
    limit,
    cursor,
    read: async (before, count) => {
      const [version, token] = before ?? []
      const below = before
        ? sql`and (first_version, token_data_id_hash) < (${version}, ${Buffer.from(String(token), 'hex')})`
        : sql``
      const found = await sql<AptosTokenRow>`select * from aptos_tokens
        where chain_id = ${chainId} and collection_data_id_hash = ${idBytes(id)} ${below}
        order by first_version desc, token_data_id_hash desc limit ${count}`.execute(context.store.db)
      return found.rows
    },
    keyOf: (row) => [row.first_version, hexOf(row.token_data_id_hash)],
  })
}

export const aptosCollectionTokens =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollectionTokens'] =>
  async (input) => {
    const { rows, cursor } = await collectionTokens(context, 'aptosCollectionTokens', input)
    const media = await mediaOf(
      context,
      rows.map(({ uri }) => uri),
    )
    return { cursor, result: rows.map((row) => ({ ...tokenSummary(row), media: media(row.uri) })) }
  }

/** At most this many attributes of a token are counted, and this much of their texts. */
const attributesMax = 100
const attributeLengthMax = 200

const briefly = (text: string): string => text.slice(0, attributeLengthMax).toWellFormed()

export const aptosCollectionAttributes =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollectionAttributes'] =>
  async (input) => {
    const { rows, cursor } = await collectionTokens(context, 'aptosCollectionAttributes', input)
    const known = await attributesOf(
      context,
      rows.map(({ uri }) => uri),
    )
    return {
      cursor,
      result: rows.map(({ token_data_id_hash, uri }) => {
        const { metadata_status, attributes } = known(uri)
        return {
          token_data_id_hash: idText(token_data_id_hash),
          metadata_status,
          attributes:
            attributes?.slice(0, attributesMax).map(({ trait_type, value }) => ({
              trait_type: trait_type && briefly(trait_type),
              value: typeof value === 'string' ? briefly(value) : value,
            })) ?? null,
        }
      }),
    }
  }
