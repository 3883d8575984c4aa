import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { mutableFieldsOf, type TokenTerms, unknownTokenTerms } from '#lib/aptos/chain/decode/token-terms.ts'
import type { AptosTables, AptosTokenRow } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedAptosChain } from '#lib/aptos/query/context.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { idBytes } from './activity-filters.ts'
import { ownersCountedMax, upTo } from './collections.ts'
import type { AptosNftExplorerApi, AptosToken } from './contract.ts'
import { readProperties } from './nft-owner-record.ts'
import { idText, microsecondsText } from './nft-transfer-record.ts'
import { transferPage } from './nft-transfers.ts'
import { holdingsOfTokens } from './owner-rows.ts'
import { royaltyPercent } from './royalty-percent.ts'
import { metadataOf } from './token-metadata.ts'

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
