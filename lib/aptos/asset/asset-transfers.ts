import { type RawBuilder, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes32, toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { gasFeeIndex } from '#lib/aptos/chain/decode/fungible/decode-fungible.ts'
import type { AptosAssetActivityRow } from '#lib/aptos/chain/tables.ts'
import { microsecondsText } from '#lib/aptos/nft/nft-transfer-record.ts'
import { type AptosNftContext, indexedChain } from '#lib/aptos/query/context.ts'
import type { AptosNetwork } from '#lib/aptos/query/network-nodes.ts'
import { newestFirstPage } from '#lib/aptos/query/newest-first-page.ts'
import { assetFields, type ShownAsset } from './asset-record.ts'
import type { AptosAssetApi, AptosTransfer } from './contract.ts'
import { assetIdOf, shownAssets } from './stored-asset.ts'

/** Deposits, withdrawals and freezes of an asset. */
export const aptosAssetTransfers =
  (context: AptosNftContext): Service<AptosAssetApi>['aptosAssetTransfers'] =>
  ({ asset_type, network, limit, cursor }) =>
    transferList(context, { of: 'asset_id', value: assetIdOf(asset_type) }, { network, limit, cursor })

/** Those of an account, and its gas fees. */
export const aptosAccountTransfers =
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
  const chainId = await indexedChain(context, network)
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
