import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ServiceError } from '#lib/base/errors.ts'
import { columnTypes } from './column-types.ts'
import { DatabaseFault } from './drivers/database-fault.ts'
import type { MigrationSet, Store } from './store.ts'

/**
 * Migrates the database to the newest version of each set. Safe when several processes start at once: one migrates, the
 * others wait and find it done (a write transaction around each set on SQLite, by Kysely, and an advisory lock on PostgreSQL).
 * A migration that fails reverts its set and stops the start.
 */
export const migrate = async <Tables>(store: Store<Tables>, ...sets: readonly MigrationSet[]): Promise<void> => {
  const { db, dialect } = store.withTables<unknown>()
  await db.connection().execute(async (connection) => {
    const migrationTableSchema = dialect === 'postgres' ? await currentSchema(connection) : undefined
    try {
      if (migrationTableSchema !== undefined) await takeTurn(connection, migrationTableSchema)
      for (const set of sets) {
        const migrator = new Migrator({
          db: connection,
          provider: { getMigrations: async () => set.migrations(columnTypes(dialect)) },
          migrationTableName: `migration_${set.name}`,
          migrationLockTableName: 'migration_lock',
          migrationTableSchema,
        })
        const { error, results } = await migrator.migrateToLatest()
        if (error === undefined) continue
        const failed = results?.find(({ status }) => status === 'Error')
        const name = failed ? `${set.name} ${failed.migrationName}` : set.name
        throw new ServiceError('internal', `The database could not be brought up to date: ${name}.`, { cause: error })
      }
    } finally {
      if (migrationTableSchema !== undefined) await endTurn(connection)
    }
  })
}

/**
 * One lock a schema: the tables of a Citus schema may be on a node that hangs, for which those of other schemas must not wait. It
 * begins before Kysely makes its own tables, which two processes cannot make at once.
 */
const takeTurn = async (connection: Kysely<unknown>, schema: string): Promise<void> => {
  // Building a large index, or waiting for another process that builds it, may take hours.
  await sql`set statement_timeout = 0`.execute(connection)
  await sql`select pg_advisory_lock(hashtextextended(${`migrations of ${schema}`}, 0))`.execute(connection)
}

/** The connection has no other lock. */
const endTurn = async (connection: Kysely<unknown>): Promise<void> => {
  await sql`select pg_advisory_unlock_all()`.execute(connection)
  await sql`reset statement_timeout`.execute(connection)
}

/** Other schemas of the database may have tables of the same names. */
const currentSchema = async (db: Kysely<unknown>): Promise<string> => {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  const schema = rows[0]?.schema
  if (schema) return schema
  const message = 'The database has no schema of that name. Create it: create schema …'
  throw new DatabaseFault(message, { mayPass: false, cause: undefined })
}
