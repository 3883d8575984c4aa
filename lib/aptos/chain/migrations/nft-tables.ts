import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/** The NFT tables of tables.ts. Each index is named after the list that it orders. */
export const createNftTables = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await createProgress(db, types)
  await createActivities(db, types)
  await createOwnerships(db, types)
  await createCatalog(db, types)
}

const createProgress = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, bytes, keyOrdered } = types

  await schema
    .createTable('aptos_chains')
    .addColumn('chain_id', integer, (column) => column.primaryKey())
    .addColumn('followed_from', integer)
    .addColumn('head_version', integer)
    .addColumn('oldest_version', integer)
    .addColumn('checked_at', integer)
    .addColumn('error', text)
    .execute()

  await schema
    .createTable('aptos_intervals')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('first_version', integer, (column) => column.notNull())
    .addColumn('last_version', integer, (column) => column.notNull())
    .addColumn('last_hash', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_intervals_key', ['chain_id', 'first_version'])
    .modifyEnd(keyOrdered)
    .execute()

  await schema
    .createTable('aptos_table_handles')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('handle', bytes, (column) => column.notNull())
    .addColumn('owner_address', bytes, (column) => column.notNull())
    .addColumn('table_type', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_table_handles_key', ['chain_id', 'handle'])
    .modifyEnd(keyOrdered)
    .execute()
  // Whether an account's store is already known, before the node is called.
  await schema
    .createIndex('aptos_table_handles_by_owner')
    .on('aptos_table_handles')
    .columns(['chain_id', 'owner_address'])
    .execute()
}

const createActivities = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, small, text, bytes } = types
  const place = ['transaction_version', 'event_index'] as const

  await schema
    .createTable('aptos_token_activities')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('transaction_version', integer, (column) => column.notNull())
    .addColumn('transaction_timestamp', integer, (column) => column.notNull())
    .addColumn('event_index', small, (column) => column.notNull())
    .addColumn('creator_address', bytes, (column) => column.notNull())
    .addColumn('collection_data_id_hash', bytes, (column) => column.notNull())
    .addColumn('token_data_id_hash', bytes, (column) => column.notNull())
    .addColumn('from_address', bytes)
    .addColumn('to_address', bytes)
    .addColumn('event_account_address', bytes, (column) => column.notNull())
    .addColumn('event_creation_number', text, (column) => column.notNull())
    .addColumn('event_sequence_number', text, (column) => column.notNull())
    .addColumn('property_version', text, (column) => column.notNull())
    .addColumn('token_amount', text, (column) => column.notNull())
    .addColumn('transfer_type', text, (column) => column.notNull())
    .addColumn('collection_name', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('token_standard', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_token_activities_key', ['chain_id', ...place])
    .execute()
  const ordered = (list: string, column: string) =>
    schema
      .createIndex(`aptos_token_activities_by_${list}`)
      .on('aptos_token_activities')
      .columns(['chain_id', column, ...place])
  await ordered('collection', 'collection_data_id_hash').execute()
  await ordered('creator', 'creator_address').execute()
  await ordered('token', 'token_data_id_hash').execute()
  // Most events have only one side: together the two indexes have about one entry per event.
  await ordered('sender', 'from_address').where(sql.ref('from_address'), 'is not', null).execute()
  await ordered('recipient', 'to_address').where(sql.ref('to_address'), 'is not', null).execute()
}

const createOwnerships = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, bytes } = types
  const key = ['token_data_id_hash', 'property_version', 'owner_address'] as const

  await schema
    .createTable('aptos_token_ownerships')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('last_transaction_version', integer, (column) => column.notNull())
    .addColumn('last_transaction_timestamp', integer, (column) => column.notNull())
    .addColumn('token_data_id_hash', bytes, (column) => column.notNull())
    .addColumn('owner_address', bytes, (column) => column.notNull())
    .addColumn('creator_address', bytes, (column) => column.notNull())
    .addColumn('collection_data_id_hash', bytes, (column) => column.notNull())
    .addColumn('property_version', text, (column) => column.notNull())
    .addColumn('amount', text, (column) => column.notNull())
    .addColumn('collection_name', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('token_standard', text, (column) => column.notNull())
    .addColumn('table_type', text)
    .addColumn('token_properties', text)
    .addPrimaryKeyConstraint('aptos_token_ownerships_key', ['chain_id', ...key])
    .execute()
  // Only current holdings: lists never show others, which are most rows of an old ledger.
  const held = (list: string, columns: readonly string[]) =>
    schema
      .createIndex(`aptos_token_ownerships_by_${list}`)
      .on('aptos_token_ownerships')
      .columns(['chain_id', ...columns])
      .where(sql.ref('amount'), '<>', sql.lit('0'))
      .execute()
  await held('token', ['token_data_id_hash', 'last_transaction_version', 'property_version', 'owner_address'])
  await held('owner', ['owner_address', 'last_transaction_version', 'token_data_id_hash', 'property_version'])
  await held('collection', ['collection_data_id_hash', 'last_transaction_version', ...key])
}

const createCatalog = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, text, bytes, keyOrdered } = types

  await schema
    .createTable('aptos_collections')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('first_version', integer, (column) => column.notNull())
    .addColumn('first_timestamp', integer, (column) => column.notNull())
    .addColumn('collection_data_id_hash', bytes, (column) => column.notNull())
    .addColumn('creator_address', bytes, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('token_standard', text, (column) => column.notNull())
    .addColumn('uri', text)
    .addPrimaryKeyConstraint('aptos_collections_key', ['chain_id', 'collection_data_id_hash'])
    .execute()
  await schema
    .createIndex('aptos_collections_by_creator')
    .on('aptos_collections')
    .columns(['chain_id', 'creator_address', 'first_version', 'collection_data_id_hash'])
    .execute()
  // The newest collections.
  await schema
    .createIndex('aptos_collections_by_age')
    .on('aptos_collections')
    .columns(['chain_id', 'first_version', 'collection_data_id_hash'])
    .execute()

  await schema
    .createTable('aptos_tokens')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('first_version', integer, (column) => column.notNull())
    .addColumn('first_timestamp', integer, (column) => column.notNull())
    .addColumn('token_data_id_hash', bytes, (column) => column.notNull())
    .addColumn('collection_data_id_hash', bytes, (column) => column.notNull())
    .addColumn('creator_address', bytes, (column) => column.notNull())
    .addColumn('collection_name', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('token_standard', text, (column) => column.notNull())
    .addColumn('uri', text)
    .addPrimaryKeyConstraint('aptos_tokens_key', ['chain_id', 'token_data_id_hash'])
    .execute()
  await schema
    .createIndex('aptos_tokens_by_collection')
    .on('aptos_tokens')
    .columns(['chain_id', 'collection_data_id_hash', 'first_version', 'token_data_id_hash'])
    .execute()

  await schema
    .createTable('aptos_collection_days')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('day', integer, (column) => column.notNull())
    .addColumn('activity_count', integer, (column) => column.notNull())
    .addColumn('collection_data_id_hash', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('aptos_collection_days_key', ['chain_id', 'collection_data_id_hash', 'day'])
    .modifyEnd(keyOrdered)
    .execute()
}
