import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { columnTypes } from './column-types.ts'
import type { MigrationSet, Store } from './store.ts'

/** Any number will do, so long as nothing else in the database locks it. */
const postgresLock = 7_236_154_019

/**
 * Brings the database to the newest form of each set. Safe when several processes start at once: one migrates, the others
 * wait and find it done. A migration that fails leaves nothing behind and stops the start.
 */
export const migrate = async <Tables>(store: Store<Tables>, ...sets: readonly MigrationSet[]): Promise<void> => {
  const { db, dialect } = store.withTables<unknown>()
  if (dialect === 'sqlite') {
    // One write transaction around everything is lock enough: the second process waits to begin.
    await db.transaction().execute((transaction) => migrateSets(transaction, dialect, sets))
    return
  }
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${sql.lit(postgresLock)})`.execute(connection)
    try {
      await migrateSets(connection, dialect, sets)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(postgresLock)})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

const migrateSets = async (
  db: Kysely<unknown>,
  dialect: Store<unknown>['dialect'],
  sets: readonly MigrationSet[],
): Promise<void> => {
  for (const set of sets) {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => set.migrations(columnTypes(dialect)) },
      migrationTableName: `migration_${set.name}`,
      migrationLockTableName: 'migration_lock',
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error === undefined) continue
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(`The database could not be brought up to date: ${set.name}${failed ? ` ${failed}` : ''}.`, {
      cause: error,
    })
  }
}
