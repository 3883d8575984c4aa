import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import type { MigrationSet } from '#lib/store/store.ts'

export const signInMigrations: MigrationSet = {
  name: 'sign_in',
  migrations: (types) => ({
    '001-challenges': { up: (db) => createChallenges(db, types) },
    '002-sessions': { up: (db) => createSessions(db, types) },
    '003-api-keys': { up: (db) => createApiKeys(db, types) },
    '004-notes': { up: (db) => createNotes(db, types) },
    '005-account-security': { up: (db) => addAccountSecurity(db, types) },
  }),
}

const createChallenges = async ({ schema }: Kysely<unknown>, { text, integer, small }: ColumnTypes): Promise<void> => {
  await schema
    .createTable('sign_in_challenge')
    .addColumn('nonce', text, (column) => column.primaryKey().notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('caller', text, (column) => column.notNull())
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .addColumn('failures', small, (column) => column.notNull())
    .execute()
  await schema.createIndex('sign_in_challenge_expiry').on('sign_in_challenge').column('expires_at').execute()
}

const createSessions = async ({ schema }: Kysely<unknown>, { text, integer, bytes }: ColumnTypes): Promise<void> => {
  await schema
    .createTable('account')
    .addColumn('address', bytes, (column) => column.primaryKey().notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('signed_in_at', integer, (column) => column.notNull())
    .execute()
  await schema
    .createTable('account_session')
    .addColumn('token_hash', bytes, (column) => column.primaryKey().notNull())
    .addColumn('address', bytes, (column) => column.notNull().references('account.address').onDelete('cascade'))
    .addColumn('network', text, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()
  await schema.createIndex('account_session_owner').on('account_session').columns(['address', 'created_at']).execute()
  await schema.createIndex('account_session_expiry').on('account_session').column('expires_at').execute()
  await schema
    .createTable('sign_in_pre_session')
    .addColumn('token_hash', bytes, (column) => column.primaryKey().notNull())
    .addColumn('challenge_id', text, (column) => column.notNull())
    .addColumn('address', bytes, (column) => column.notNull())
    .addColumn('network', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()
  await schema.createIndex('sign_in_pre_session_expiry').on('sign_in_pre_session').column('expires_at').execute()
}

const createApiKeys = async (
  { schema }: Kysely<unknown>,
  { text, integer, small, bytes }: ColumnTypes,
): Promise<void> => {
  await schema
    .createTable('api_key')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('address', bytes, (column) => column.notNull().references('account.address').onDelete('cascade'))
    .addColumn('key_hash', bytes, (column) => column.notNull().unique())
    .addColumn('hint', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('per_second', small, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('expires_at', integer)
    .execute()
  await schema.createIndex('api_key_owner').on('api_key').columns(['address', 'created_at']).execute()
  await schema
    .createTable('api_key_use')
    .addColumn('key_id', text, (column) => column.notNull().references('api_key.id').onDelete('cascade'))
    .addColumn('hour', integer, (column) => column.notNull())
    .addColumn('requests', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('api_key_use_key', ['key_id', 'hour'])
    .execute()
  await schema.createIndex('api_key_use_hour').on('api_key_use').column('hour').execute()
}

const createNotes = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('account_note')
    .addColumn('address', types.bytes, (column) => column.notNull().references('account.address').onDelete('cascade'))
    .addColumn('kind', types.text, (column) => column.notNull())
    .addColumn('chain', types.text, (column) => column.notNull())
    .addColumn('subject', types.text, (column) => column.notNull())
    .addColumn('label', types.text)
    .addColumn('is_watched', types.flag, (column) => column.notNull())
    .addColumn('updated_at', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('account_note_key', ['address', 'kind', 'chain', 'subject'])
    .execute()
}

/** Adds the browser of a session, scopes and last use of keys, and the audit log. */
const addAccountSecurity = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { text, integer, bytes } = types
  const added = [
    ['account_session', 'browser', text],
    ['account_session', 'ip_network', text],
    ['account_session', 'last_seen_at', integer],
    ['api_key', 'scopes', text],
    ['api_key', 'last_used_at', integer],
  ] as const
  for (const [table, column, type] of added) await schema.alterTable(table).addColumn(column, type).execute()
  await schema
    .createTable('account_event')
    .addColumn('address', bytes, (column) => column.notNull().references('account.address').onDelete('cascade'))
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('subject', text)
    .addColumn('browser', text)
    .addColumn('ip_network', text)
    .addPrimaryKeyConstraint('account_event_key', ['address', 'at', 'id'])
    .execute()
}
