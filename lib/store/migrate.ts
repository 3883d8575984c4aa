import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ServiceError } from '#lib/api/errors.ts'
import { columnTypes } from './column-types.ts'
import { DatabaseFault } from './drivers/database-fault.ts'
import type { MigrationSet, Store } from './store.ts'

/**
 * Migrates the database to the newest version of each set. Safe when several processes start at once: one migrates, the
 * others wait and find it done (a write transaction around each set on SQLite, and an advisory lock on PostgreSQL, both
 * by Kysely). A migration that fails reverts its set and stops the start.
 */
export const migrate = async <Tables>(store: Store<Tables>, ...sets: readonly MigrationSet[]): Promise<void> => {
  const { db, dialect } = store.withTables<unknown>()
  await db.connection().execute(async (connection) => {
    // Building a large index, or waiting for another process that builds it, may take hours.
    if (dialect === 'postgres') await sql`set statement_timeout = 0`.execute(connection)
    const migrationTableSchema = dialect === 'postgres' ? await currentSchema(connection) : undefined
    try {
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
      if (dialect === 'postgres') await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Other schemas of the database may have tables of the same names. */
const currentSchema = async (db: Kysely<unknown>): Promise<string> => {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  const schema = rows[0]?.schema
  if (schema) return schema
  const message = 'The database has no schema of that name. Create it: create schema …'
  throw new DatabaseFault(message, { mayPass: false, cause: undefined })
}
