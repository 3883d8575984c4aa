import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import {
  type AptosCollectionRow,
  type AptosTables,
  type AptosTokenOwnershipRow,
  type AptosTokenRow,
  aptosNamed,
} from '#lib/aptos/chain/tables.ts'
import {
  type AptosNftContext,
  type AptosNftServiceOptions,
  indexedAptosChain,
  ledgerCoverage,
  newestFirstPage,
  nftContext,
  tellingCoverage,
} from '#lib/aptos/query/context.ts'
import { countListed } from '#lib/aptos/query/count-listed.ts'
import { type AptosRanking, aptosRankedPage } from '#lib/aptos/query/ranked-page.ts'
import { toDigits, toHex } from '#lib/base/bytes.ts'
import {
  aptosCollectionDaysQuery,
  aptosCollectionQuery,
  aptosCreatorCollectionsQuery,
  collectionSummary,
} from './collections.ts'
import type { AptosNftExplorerApi } from './contract.ts'
import { aptosTokenQuery, aptosTokenTransfersQuery, nftOwnerRecord, tokenSummary } from './nft-service.ts'
import { idBytes, idText } from './nft-transfers.ts'
import { attributesOf, mediaOf } from './token-metadata.ts'

const ranking: AptosRanking = {
  route: 'aptosCollections',
  table: 'aptos_collections',
  days: 'aptos_collection_days',
  id: 'collection_data_id_hash',
  named: aptosNamed.collection,
}

/** All indexed collections. */
const aptosCollectionsQuery =
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

type HoldingsOf = { of: 'owner_address' | 'collection_data_id_hash'; value: Uint8Array }
type ListInput = { network: AptosNetwork | undefined; limit: number; cursor: string | undefined }

/** Holdings of an account. */
const aptosAccountTokens =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosAccountTokens'] =>
  async ({ address, network, limit, cursor }) => {
    const of = { of: 'owner_address', value: toBytes32(address) } as const
    const { rows, ...page } = await holdingList(context, of, { network, limit, cursor })
    const uris = await urisOf(context, rows)
    const media = await mediaOf(context, [...uris.values()])
    const mediaOfRow = (row: AptosTokenOwnershipRow) => media(uris.get(toDigits(row.token_data_id_hash)))
    return { ...page, result: rows.map((row) => ({ ...nftOwnerRecord(row), media: mediaOfRow(row) })) }
  }

/** Owners of a collection's tokens. */
const aptosCollectionOwners =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosCollectionOwners'] =>
  async ({ collection_data_id_hash: id, network, limit, cursor }) => {
    const of = { of: 'collection_data_id_hash', value: idBytes(id) } as const
    const { rows, ...page } = await holdingList(context, of, { network, limit, cursor })
    return { ...page, result: rows.map(nftOwnerRecord) }
  }

/** The order of the two indexes: the version, then columns that distinguish the holdings of one version. */
const orders = {
  owner_address: ['last_transaction_version', 'token_data_id_hash', 'property_version'],
  collection_data_id_hash: ['last_transaction_version', 'token_data_id_hash', 'property_version', 'owner_address'],
} as const satisfies Record<HoldingsOf['of'], readonly (keyof AptosTokenOwnershipRow)[]>

const holdingList = async (
  context: AptosNftContext,
  { of, value }: HoldingsOf,
  { network, limit, cursor }: ListInput,
): Promise<{ cursor: string | null; rows: AptosTokenOwnershipRow[] }> => {
  const chainId = await indexedAptosChain(context, network)
  const columns = orders[of]
  const names = (end: string): RawBuilder<unknown> => sql.raw(columns.map((column) => `o.${column}${end}`).join(', '))
  const page = await newestFirstPage<AptosTokenOwnershipRow>(context, {
    binding: { route: `aptos held by ${of}`, filters: { chainId, value } },
    limit,
    cursor,
    read: async (before, count) => {
      const values = before?.map((part, index) => (isBytes(columns[index]) ? Buffer.from(String(part), 'hex') : part))
      const below = values ? sql`and (${names('')}) < (${sql.join(values)})` : sql``
      const found = await sql<AptosTokenOwnershipRow>`select o.* from aptos_token_ownerships as o
        where o.chain_id = ${chainId} and ${sql.ref(`o.${of}`)} = ${value} and o.amount <> '0' ${below}
        order by ${names(' desc')} limit ${count}`.execute(context.store.db)
      return found.rows
    },
    keyOf: (row) =>
      columns.map((column) => {
        const part = row[column]
        return part instanceof Uint8Array ? toDigits(part) : part
      }),
  })
  return { cursor: page.cursor, rows: page.rows }
}

/** The URIs of held tokens, by id in hex. */
const urisOf = async (
  { store }: AptosNftContext,
  rows: readonly AptosTokenOwnershipRow[],
): Promise<ReadonlyMap<string, string | null>> => {
  const [first] = rows
  if (first === undefined) return new Map()
  const found = await store.db
    .selectFrom('aptos_tokens')
    .select(['token_data_id_hash', 'uri'])
    .where('chain_id', '=', first.chain_id)
    .where(
      'token_data_id_hash',
      'in',
      rows.map(({ token_data_id_hash }) => token_data_id_hash),
    )
    .execute()
  return new Map(found.map(({ token_data_id_hash, uri }) => [toDigits(token_data_id_hash), uri]))
}

const isBytes = (column: string | undefined): boolean => column === 'token_data_id_hash' || column === 'owner_address'

type CollectionInput = { collection_data_id_hash: string; network?: AptosNetwork; limit: number; cursor?: string }

/** The newest tokens of a collection first. */
const collectionTokens = async (
  context: AptosNftContext,
  route: string,
  { collection_data_id_hash: id, network, limit, cursor }: CollectionInput,
) => {
  const chainId = await indexedAptosChain(context, network)
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
    keyOf: (row) => [row.first_version, toDigits(row.token_data_id_hash)],
  })
}

const aptosCollectionTokens =
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

const aptosCollectionAttributes =
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

/**
 * Collections, tokens and holdings from the own index, for the pages.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosNftExplorerService = (options: AptosNftServiceOptions): Service<AptosNftExplorerApi> => {
  const context = nftContext(options)
  const service: Service<AptosNftExplorerApi> = {
    aptosCollections: aptosCollectionsQuery(context),
    aptosCollection: aptosCollectionQuery(context),
    aptosCollectionOwners: aptosCollectionOwners(context),
    aptosCollectionTokens: aptosCollectionTokens(context),
    aptosCollectionAttributes: aptosCollectionAttributes(context),
    aptosCollectionDays: aptosCollectionDaysQuery(context),
    aptosCreatorCollections: aptosCreatorCollectionsQuery(context),
    aptosToken: aptosTokenQuery(context),
    aptosTokenTransfers: aptosTokenTransfersQuery(context),
    aptosAccountTokens: aptosAccountTokens(context),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}
