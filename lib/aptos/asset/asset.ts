import { sql } from 'kysely'
import type { Indexed } from '#lib/api/coverage.ts'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { countedMax, upTo } from '#lib/aptos/nft/collections.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfer-record.ts'
import { activityDays } from '#lib/aptos/query/activity-days.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { sortableZero } from '#lib/base/sortable-integer.ts'
import { readIcons } from './asset-icons.ts'
import { assetFields, knownSupply } from './asset-record.ts'
import { assetWarnings } from './asset-warnings.ts'
import type { AptosAssetApi } from './contract.ts'
import { assetIdOf, storedAsset } from './stored-asset.ts'

/** An asset, with counts that are cheap for any asset. */
export const aptosAsset =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAsset'] =>
  async ({ asset_type, network }) => {
    const chainId = await indexedChain(context, network)
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
          limit ${countedMax + 1}) as held) as holders,
        (select count(*) from (select 1 as one from aptos_asset_balances
          where chain_id = ${chainId} and asset_id = ${row.asset_id} and is_frozen = 1
          limit ${countedMax + 1}) as held) as frozen,
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
export const aptosAssetDays =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAssetDays'] =>
  async ({ asset_type, network, limit }) => {
    const chainId = await indexedChain(context, network)
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
