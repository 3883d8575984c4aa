import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The tables of coins and fungible assets of tables.ts. Each index is named after the list that it orders. */
export const createFungibleTables = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await createAssets(db, types)
  await createActivities(db, types)
  await createBalances(db, types)
}

const createAssets = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, text, bytes, keyOrdered } = types
  await schema
    .createTable('aptos_assets')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('first_version', integer, (column) => column.notNull())
    .addColumn('first_timestamp', integer, (column) => column.notNull())
    .addColumn('metadata_version', integer)
    .addColumn('decimals', small)
    .addColumn('asset_id', bytes, (column) => column.notNull())
    .addColumn('creator_address', bytes)
    .addColumn('coin_type', text)
    .addColumn('name', text)
    .addColumn('symbol', text)
    .addColumn('icon_uri', text)
    .addColumn('project_uri', text)
    .addColumn('supply', text)
    .addColumn('maximum', text)
    .addPrimaryKeyConstraint('aptos_assets_key', ['chain_id', 'asset_id'])
    .execute()
  await schema
    .createTable('aptos_asset_days')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('day', integer, (column) => column.notNull())
    .addColumn('activity_count', integer, (column) => column.notNull())
    .addColumn('asset_id', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_asset_days_key', ['chain_id', 'asset_id', 'day'])
    .modifyEnd(keyOrdered)
    .execute()
}

const createActivities = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, flag, text, bytes } = types
  const place = ['transaction_version', 'event_index'] as const
  await schema
    .createTable('aptos_asset_activities')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('transaction_version', integer, (column) => column.notNull())
    .addColumn('transaction_timestamp', integer, (column) => column.notNull())
    .addColumn('event_index', small, (column) => column.notNull())
    .addColumn('is_frozen', flag)
    .addColumn('is_transaction_success', flag, (column) => column.notNull())
    .addColumn('asset_id', bytes)
    .addColumn('owner_address', bytes)
    .addColumn('storage_id', bytes, (column) => column.notNull())
    .addColumn('gas_fee_payer_address', bytes)
    .addColumn('token_standard', text, (column) => column.notNull())
    .addColumn('event_type', text, (column) => column.notNull())
    .addColumn('amount', text)
    .addColumn('entry_function', text)
    .addColumn('storage_refund_amount', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_asset_activities_key', ['chain_id', ...place])
    .execute()
  await schema
    .createIndex('aptos_asset_activities_by_owner')
    .on('aptos_asset_activities')
    .columns(['chain_id', 'owner_address', ...place])
    .where(sql.ref('owner_address'), 'is not', null)
    .execute()
  // Without gas fees, which would be most of the activity of APT.
  await schema
    .createIndex('aptos_asset_activities_by_asset')
    .on('aptos_asset_activities')
    .columns(['chain_id', 'asset_id', ...place])
    .where(sql.ref('event_index'), '>=', sql.lit(0))
    .execute()
}

const createBalances = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, flag, text, bytes } = types
  await schema
    .createTable('aptos_asset_balances')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('last_version', integer, (column) => column.notNull())
    .addColumn('last_timestamp', integer, (column) => column.notNull())
    .addColumn('last_version_v1', integer)
    .addColumn('last_version_v2', integer)
    .addColumn('is_primary', flag, (column) => column.notNull())
    .addColumn('is_frozen', flag, (column) => column.notNull())
    .addColumn('storage_id', bytes, (column) => column.notNull())
    .addColumn('owner_address', bytes, (column) => column.notNull())
    .addColumn('asset_id', bytes, (column) => column.notNull())
    .addColumn('amount', bytes, (column) => column.notNull())
    .addColumn('amount_v1', text)
    .addColumn('amount_v2', text)
    .addPrimaryKeyConstraint('aptos_asset_balances_key', ['chain_id', 'storage_id'])
    .execute()
  await schema
    .createIndex('aptos_asset_balances_by_owner')
    .on('aptos_asset_balances')
    .columns(['chain_id', 'owner_address', 'last_version', 'storage_id'])
    .execute()
  // Holders, largest first.
  await schema
    .createIndex('aptos_asset_balances_by_amount')
    .on('aptos_asset_balances')
    .columns(['chain_id', 'asset_id', 'amount', 'storage_id'])
    .execute()
}
