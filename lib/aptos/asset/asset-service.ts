import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Indexed } from '#lib/api/coverage.ts'
import type { Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import { gasFeeIndex } from '#lib/aptos/chain/decode/decode-fungible.ts'
import type { ShownAsset } from '#lib/aptos/chain/tables.ts'
import {
  type AptosAssetActivityRow,
  type AptosAssetRow,
  type AptosTables,
  aptosNamed,
} from '#lib/aptos/chain/tables.ts'
import { ownersCountedMax, upTo } from '#lib/aptos/nft/collections.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfers.ts'
import { activityDays } from '#lib/aptos/query/activity-days.ts'
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
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { sortableZero } from '#lib/base/sortable-integer.ts'
import {
  aptosAccountAssetsQuery,
  aptosAssetHoldersQuery,
  assetFields,
  assetIdOf,
  assetWarnings,
  knownSupply,
  readIcons,
  shownAssets,
  storedAsset,
} from './asset-record.ts'
import type { AptosAssetApi, AptosTransfer } from './contract.ts'

/** An asset, with counts that are cheap for any asset. */
const aptosAsset =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAsset'] =>
  async ({ asset_type, network }) => {
    const chainId = await indexedAptosChain(context, network)
    const { db } = context.store
    const row = await storedAsset(db, chainId, asset_type)
    if (row === undefined) throw new ServiceError('not_found', `The asset ${asset_type} is not indexed.`)
    const [iconOf, covered, newest, counts] = await Promise.all([
      readIcons(context.previews, [row]),
      context.coverage(chainId),
      db
        .selectFrom('aptos_asset_activities')
        .select(['transaction_version', 'transaction_timestamp'])
        .where('chain_id', '=', chainId)
        .where('asset_id', '=', row.asset_id)
        .where('event_index', '>=', sql.lit(0))
        .orderBy('transaction_version', 'desc')
        .orderBy('event_index', 'desc')
        .limit(1)
        .executeTakeFirst(),
      sql<{ holders: number; frozen: number; activities: number }>`select
        (select count(*) from (select 1 as one from aptos_asset_balances
          where chain_id = ${chainId} and asset_id = ${row.asset_id} and amount > ${sortableZero}
          limit ${ownersCountedMax + 1}) as held) as holders,
        (select count(*) from (select 1 as one from aptos_asset_balances
          where chain_id = ${chainId} and asset_id = ${row.asset_id} and is_frozen = 1
          limit ${ownersCountedMax + 1}) as held) as frozen,
        cast((select coalesce(sum(activity_count), 0) from aptos_asset_days
          where chain_id = ${chainId} and asset_id = ${row.asset_id}) as bigint) as activities`.execute(db),
    ])
    return {
      asset_id: toHex(row.asset_id),
      ...assetFields(row.asset_id, row),
      coin_type: row.coin_type,
      icon_uri: row.icon_uri || null,
      icon_preview_url: iconOf(row),
      project_uri: row.project_uri || null,
      creator_address: row.creator_address && toHex(row.creator_address),
      supply: knownSupply(row),
      maximum: row.maximum,
      first_version: String(row.first_version),
      first_timestamp: row.first_timestamp === 0 ? null : microsecondsText(row.first_timestamp),
      last_version: newest ? String(newest.transaction_version) : null,
      last_timestamp: newest ? microsecondsText(newest.transaction_timestamp) : null,
      activity_count: String(counts.rows[0]?.activities ?? 0),
      holder_count: upTo(counts.rows[0]?.holders ?? 0),
      frozen_store_count: isWhole(covered) ? upTo(counts.rows[0]?.frozen ?? 0) : null,
      warnings: assetWarnings(row),
    }
  }

/** Whether every change up to the newest indexed version is known. */
const isWhole = ({ ranges, omission }: Indexed): boolean =>
  ranges.length === 1 && ranges[0]?.first === 0 && omission === undefined

/** The latest days of an asset, oldest first. */
const aptosAssetDays =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAssetDays'] =>
  async ({ asset_type, network, limit }) => {
    const chainId = await indexedAptosChain(context, network)
    const rows = await context.store.db
      .selectFrom('aptos_asset_days')
      .select(['day', 'activity_count'])
      .where('chain_id', '=', chainId)
      .where('asset_id', '=', assetIdOf(asset_type))
      .orderBy('day', 'desc')
      .limit(limit)
      .execute()
    return { result: activityDays(rows.reverse()) }
  }

/** Deposits, withdrawals and freezes of an asset. */
const aptosAssetTransfers =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAssetTransfers'] =>
  ({ asset_type, network, limit, cursor }) =>
    transferList(context, { of: 'asset_id', value: assetIdOf(asset_type) }, { network, limit, cursor })

/** Those of an account, and its gas fees. */
const aptosAccountTransfers =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAccountTransfers'] =>
  ({ address, network, limit, cursor }) =>
    transferList(context, { of: 'owner_address', value: toBytes32(address) }, { network, limit, cursor })

type TransfersOf = { of: 'owner_address' | 'asset_id'; value: Uint8Array }

/** The conditions of the two indexes: one has no gas fees, the other no rows without an owner. */
const indexed: Record<TransfersOf['of'], RawBuilder<unknown>> = {
  asset_id: sql`a.event_index >= 0`,
  owner_address: sql`a.owner_address is not null`,
}

const transferList = async (
  context: AptosNftContext,
  { of, value }: TransfersOf,
  { network, limit, cursor }: { network: AptosNetwork | undefined; limit: number; cursor: string | undefined },
): Promise<{ cursor: string | null; result: AptosTransfer[] }> => {
  const chainId = await indexedAptosChain(context, network)
  const { db } = context.store
  const page = await newestFirstPage<AptosAssetActivityRow>(context, {
    binding: { route: `aptos transfers by ${of}`, filters: { chainId, value } },
    limit,
    cursor,
    read: async (before, count) => {
      const below = before ? sql`and (a.transaction_version, a.event_index) < (${sql.join([...before])})` : sql``
      const found = await sql<AptosAssetActivityRow>`select a.* from aptos_asset_activities as a
        where a.chain_id = ${chainId} and ${sql.ref(`a.${of}`)} = ${value} and ${indexed[of]} ${below}
        order by a.transaction_version desc, a.event_index desc limit ${count}`.execute(db)
      return found.rows
    },
    keyOf: (row) => [row.transaction_version, row.event_index],
  })
  const assets = await shownAssets(
    db,
    chainId,
    page.rows.map(({ asset_id }) => asset_id),
  )
  return { cursor: page.cursor, result: page.rows.map((row) => transferRecord(row, assets)) }
}

const transferRecord = (row: AptosAssetActivityRow, assets: ReadonlyMap<string, ShownAsset>): AptosTransfer => {
  const id = row.asset_id && toHex(row.asset_id)
  return {
    transaction_version: String(row.transaction_version),
    event_index: row.event_index,
    transaction_timestamp: microsecondsText(row.transaction_timestamp),
    event_type: row.event_type,
    owner_address: row.owner_address && toHex(row.owner_address),
    storage_id: toHex(row.storage_id),
    asset_id: id,
    ...(row.asset_id && id !== null
      ? assetFields(row.asset_id, assets.get(id))
      : { asset_type: null, name: null, symbol: null, decimals: null }),
    amount: row.amount,
    is_frozen: row.is_frozen === null ? null : row.is_frozen === 1,
    is_gas_fee: row.event_index === gasFeeIndex,
    gas_fee_payer_address: row.gas_fee_payer_address && toHex(row.gas_fee_payer_address),
    storage_refund_amount: row.storage_refund_amount,
    is_transaction_success: row.is_transaction_success === 1,
    entry_function: row.entry_function,
    token_standard: row.token_standard,
  }
}

const ranking: AptosRanking = {
  route: 'aptosAssets',
  table: 'aptos_assets',
  days: 'aptos_asset_days',
  id: 'asset_id',
  named: aptosNamed.asset,
}

/** All indexed coins and fungible assets. */
const aptosAssets =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAssets'] =>
  async ({ network, sort, search, limit, cursor }) => {
    const chainId = await indexedAptosChain(context, network)
    const page = await aptosRankedPage<AptosAssetRow>(context, ranking, { chainId, sort, search, limit, cursor })
    const [iconOf, holders] = await Promise.all([
      readIcons(context.previews, page.rows),
      holdersOf(
        context.store.db,
        chainId,
        page.rows.map(({ asset_id }) => asset_id),
      ),
    ])
    return {
      cursor: page.cursor,
      result: page.rows.map((row) => ({
        asset_id: toHex(row.asset_id),
        ...assetFields(row.asset_id, row),
        icon_preview_url: iconOf(row),
        supply: knownSupply(row),
        holder_count: holders.get(toHex(row.asset_id)) ?? null,
        first_version: String(row.first_version),
        first_timestamp: row.first_timestamp === 0 ? null : microsecondsText(row.first_timestamp),
        day_activity_count: row.day_activity,
        day: page.day,
        warnings: assetWarnings(row),
      })),
    }
  }

/** Stores with a balance of these assets, by id. */
const holdersOf = async (
  db: Kysely<AptosTables>,
  chainId: number,
  ids: readonly Uint8Array[],
): Promise<ReadonlyMap<string, number | null>> => {
  if (ids.length === 0) return new Map()
  const held = sql`select b.chain_id from aptos_asset_balances as b
    where b.chain_id = ${chainId} and b.asset_id = a.asset_id and b.amount > ${sortableZero}`
  const { rows } = await sql<{ id: Uint8Array; holders: number | null }>`
    select a.asset_id as id, ${countListed(held)} as holders from aptos_assets as a
    where a.chain_id = ${chainId} and a.asset_id in (${sql.join(ids)})`.execute(db)
  return new Map(rows.map(({ id, holders }) => [toHex(id), holders]))
}

/**
 * Coins and fungible assets from the own index; the coverage is that of the versions indexed with them.
 * @throws ServiceError `not_available` for a network that is not indexed here.
 */
export const createAptosAssetService = (options: AptosNftServiceOptions): Service<AptosAssetApi> => {
  const context = nftContext(options)
  const service: Service<AptosAssetApi> = {
    aptosAssets: aptosAssets(context),
    aptosAsset: aptosAsset(context),
    aptosAssetHolders: aptosAssetHoldersQuery(context),
    aptosAssetTransfers: aptosAssetTransfers(context),
    aptosAssetDays: aptosAssetDays(context),
    aptosAccountAssets: aptosAccountAssetsQuery(context),
    aptosAccountTransfers: aptosAccountTransfers(context),
  }
  return tellingCoverage(service, ({ network }) => ledgerCoverage(context, network))
}
