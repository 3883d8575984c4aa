import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNftOwner } from '#lib/aptos/api/records.ts'
import { mutableFieldsOf, type TokenTerms, unknownTokenTerms } from '#lib/aptos/chain/decode/token-terms.ts'
import type { AptosTables, AptosTokenOwnershipRow, AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import {
  type AptosNftContext,
  type AptosNftServiceOptions,
  indexedAptosChain,
  ledgerCoverage,
  nftContext,
  tellingCoverage,
} from '#lib/aptos/query/context.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { ownersCountedMax, upTo } from './collections.ts'
import type { AptosNftExplorerApi, AptosToken } from './contract.ts'
import { type HoldingPosition, holdingPosition, holdingsAsOf, holdingsOfTokens } from './holdings-as-of.ts'
import type { AptosNftApi } from './interface-contract.ts'
import {
  aptosCollectionNftTransfersQuery,
  aptosCreatorNftTransfersQuery,
  aptosWalletNftTransfersQuery,
  idBytes,
  idText,
  microsecondsText,
  standardOf,
  transferPage,
} from './nft-transfers.ts'
import { metadataOf } from './token-metadata.ts'

/** A holding as the list of holders returns it; the fields are in the order of the interface. */
export const nftOwnerRecord = (row: AptosTokenOwnershipRow): AptosNftOwner => ({
  amount: row.amount,
  collection_data_id_hash: idText(row.collection_data_id_hash),
  collection_name: row.collection_name,
  creator_address: toHex(row.creator_address),
  last_transaction_timestamp: microsecondsText(row.last_transaction_timestamp),
  last_transaction_version: String(row.last_transaction_version),
  name: row.name,
  owner_address: toHex(row.owner_address),
  property_version: row.property_version,
  table_type: row.table_type,
  token_data_id_hash: idText(row.token_data_id_hash),
  token_properties: readProperties(row.token_properties),
  ...standardOf(row),
})

const properties = z.record(z.string(), z.unknown())

/** The worker stores an object, or the ledger's raw value if it cannot be parsed. */
const readProperties = (json: string | null): Record<string, unknown> => {
  if (json === null) return {}
  const read = properties.safeParse(JSON.parse(json))
  return read.success ? read.data : { value: JSON.parse(json) }
}

/** All pages show the list as of page 1, whatever arrives in between. */
const nftOwners =
  (context: AptosNftContext): Service<AptosNftApi>['nftOwners'] =>
  async ({ network, limit: requestedLimit, offset: requestedOffset, cursor, token_ids }) => {
    const { store, cursors, now } = context
    const chainId = await indexedAptosChain(context, network)
    const binding = { route: 'aptos nftOwners', filters: { chainId, token_ids } }
    const position = cursor === undefined ? undefined : cursors.open(cursor, binding)
    const { limit, page } = position ?? { limit: requestedLimit, page: 1 }
    const offset = position ? 0 : requestedOffset
    const tokens = token_ids.map(idBytes)

    const count = offset + limit + 1
    const rows = position
      ? await holdingsAsOf(store.db, chainId, tokens, {
          snapshot: position.snapshot ?? 0,
          before: readPlace(position.key),
          rows: count,
        })
      : await holdingsOfTokens(store.db, chainId, tokens, undefined, count)
    const shown = rows.slice(offset, offset + limit)
    const last = shown.at(-1)
    const isLast = rows.length < count || last === undefined
    const next = isLast
      ? null
      : cursors.seal(
          {
            limit,
            key: keyOf(holdingPosition(last)),
            page: page + 1,
            total: null,
            snapshot: position ? position.snapshot : last.newest,
            issuedAt: Math.floor(now() / 1_000),
          },
          binding,
        )
    return { cursor: next, hasNextPage: next !== null, result: shown.map(nftOwnerRecord) }
  }

const keyOf = ({ version, token, propertyVersion, owner }: HoldingPosition) => [version, token, propertyVersion, owner]

const readPlace = ([version, token, propertyVersion, owner]: readonly (string | number | null)[]): HoldingPosition => ({
  version: Number(version),
  token: String(token),
  propertyVersion: String(propertyVersion),
  owner: String(owner),
})

type AptosNftService = Pick<
  Service<AptosNftApi>,
  'collectionNftTransfers' | 'creatorNftTransfers' | 'walletNftTransfers' | 'nftOwners'
>

/**
 * Transfers and holders of NFTs, from the own index.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosNftService = (options: AptosNftServiceOptions): AptosNftService => {
  const context = nftContext(options)
  const service: AptosNftService = {
    collectionNftTransfers: aptosCollectionNftTransfersQuery(context),
    creatorNftTransfers: aptosCreatorNftTransfersQuery(context),
    walletNftTransfers: aptosWalletNftTransfersQuery(context),
    nftOwners: nftOwners(context),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}

/** A royalty in per cent with four decimals, rounded down; undefined for a denominator of 0, which a creator may set. */
export const royaltyPercent = (numerator: string, denominator: string): number | undefined =>
  BigInt(denominator) === 0n ? undefined : Number((BigInt(numerator) * 1_000_000n) / BigInt(denominator)) / 10_000

/** A token, from its creation, or otherwise from its first event. */
export const aptosTokenQuery =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosToken'] =>
  async ({ token_data_id_hash: id, network }) => {
    const chainId = await indexedAptosChain(context, network)
    const { db } = context.store
    const token = idBytes(id)
    const row = (await createdToken(db, chainId, token)) ?? (await seenToken(db, chainId, token))
    if (!row) throw new ServiceError('not_found', `Token ${id} is not indexed.`)
    const [metadata, holdings, [latest]] = await Promise.all([
      metadataOf(context, row.uri),
      countHoldings(db, chainId, token),
      holdingsOfTokens(db, chainId, [token], undefined, 1),
    ])
    return {
      ...tokenSummary({ ...row, token_data_id_hash: token }),
      ...metadata,
      holding_count: upTo(holdings),
      royalty: royaltyOf(row),
      creator_may_change: mutableFieldsOf(row.mutable_fields),
      token_properties: readProperties(latest?.token_properties ?? null),
    }
  }

export const tokenSummary = (row: Omit<KnownToken, keyof TokenTerms> & Pick<AptosTokenRow, 'token_data_id_hash'>) => ({
  token_data_id_hash: idText(row.token_data_id_hash),
  collection_data_id_hash: idText(row.collection_data_id_hash),
  collection_name: row.collection_name,
  creator_address: toHex(row.creator_address),
  name: row.name,
  uri: row.uri,
  token_standard: row.token_standard,
  first_version: String(row.first_version),
  first_timestamp: microsecondsText(row.first_timestamp),
})

/** The history of a token. */
export const aptosTokenTransfersQuery =
  (context: AptosNftContext): Service<AptosNftExplorerApi>['aptosTokenTransfers'] =>
  async ({ token_data_id_hash: id, network, limit, cursor }) => {
    const asked = { network, limit, cursor, filters: { id } }
    const plan = { ranges: [{ column: 'token_data_id_hash', value: idBytes(id) } as const] }
    const page = await transferPage(context, 'aptosTokenTransfers', asked, async () => [plan])
    return { cursor: page.cursor, result: page.result }
  }

type KnownToken = Omit<AptosTokenRow, 'chain_id' | 'token_data_id_hash' | 'written_version'>

const createdToken = (db: Kysely<AptosTables>, chainId: number, token: Uint8Array): Promise<KnownToken | undefined> =>
  db
    .selectFrom('aptos_tokens')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('token_data_id_hash', '=', token)
    .executeTakeFirst()

const seenToken = async (
  db: Kysely<AptosTables>,
  chainId: number,
  token: Uint8Array,
): Promise<KnownToken | undefined> => {
  const first = await db
    .selectFrom('aptos_token_activities')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('token_data_id_hash', '=', token)
    .orderBy('transaction_version')
    .orderBy('event_index')
    .limit(1)
    .executeTakeFirst()
  return (
    first && {
      ...first,
      uri: null,
      ...unknownTokenTerms,
      first_version: first.transaction_version,
      first_timestamp: first.transaction_timestamp,
    }
  )
}

const royaltyOf = (terms: TokenTerms): AptosToken['royalty'] => {
  const { royalty_numerator: numerator, royalty_denominator: denominator, royalty_payee: payee } = terms
  if (numerator === null || denominator === null || payee === null) return null
  return { percent: royaltyPercent(numerator, denominator) ?? 0, payee_address: toHex(payee) }
}

const countHoldings = async (db: Kysely<AptosTables>, chainId: number, token: Uint8Array): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 as one from aptos_token_ownerships where chain_id = ${chainId} and token_data_id_hash = ${token}
      and amount <> '0' limit ${ownersCountedMax + 1}) as held`.execute(db)
  return rows[0]?.count ?? 0
}
