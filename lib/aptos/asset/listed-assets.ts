import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { type AptosAssetRow, type AptosTables, aptosNamed } from '#lib/aptos/chain/tables.ts'
import { listedMax, upToListed } from '#lib/aptos/nft/listed-collections.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfer-record.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import { type Ranking, rankedPage } from '#lib/aptos/query/ranked-page.ts'
import { sortableZero } from '#lib/base/sortable-integer.ts'
import { readIcons } from './asset-icons.ts'
import { assetFields, knownSupply } from './asset-record.ts'
import { assetWarnings } from './asset-warnings.ts'
import type { AptosAssetApi } from './contract.ts'

const ranking: Ranking = {
  route: 'aptosAssets',
  table: 'aptos_assets',
  days: 'aptos_asset_days',
  id: 'asset_id',
  named: aptosNamed.asset,
}

/** All indexed coins and fungible assets. */
export const aptosAssets =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAssets'] =>
  async ({ network, sort, search, limit, cursor }) => {
    const chainId = await indexedChain(context, network)
    const page = await rankedPage<AptosAssetRow>(context, ranking, { chainId, sort, search, limit, cursor })
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
        holder_count: upToListed(holders.get(toHex(row.asset_id)) ?? 0),
        first_version: String(row.first_version),
        first_timestamp: row.first_timestamp === 0 ? null : microsecondsText(row.first_timestamp),
        day_activity_count: row.day_activity,
        day: page.day,
        warnings: assetWarnings(row),
      })),
    }
  }

/** Stores with a balance of these assets, by id: of each at most one more than are counted. */
const holdersOf = async (
  db: Kysely<AptosTables>,
  chainId: number,
  ids: readonly Uint8Array[],
): Promise<ReadonlyMap<string, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: Uint8Array; holders: number }>`
    select a.asset_id as id, (select count(*) from (select 1 as one from aptos_asset_balances as b
      where b.chain_id = ${chainId} and b.asset_id = a.asset_id and b.amount > ${sortableZero}
      limit ${listedMax + 1}) as held) as holders
    from aptos_assets as a
    where a.chain_id = ${chainId} and a.asset_id in (${sql.join(ids)})`.execute(db)
  return new Map(rows.map(({ id, holders }) => [toHex(id), Number(holders)]))
}
