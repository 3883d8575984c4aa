import type { MigrationSet } from '#lib/store/store.ts'

/**
 * Counters of the rate limits, which live for seconds: unlogged on PostgreSQL, so that a request costs no write to disk, and empty
 * after a crash. Columns and their order are those of rate-limiter-flexible. SQLite never fills it. Only the main database has it:
 * Citus cannot move a schema with an unlogged table while it is written.
 */
export const rateLimitMigrations: MigrationSet = {
  name: 'rate_limit',
  migrations: (types) => ({
    '001-counters': {
      up: async ({ schema }) => {
        await schema
          .createTable('rate_limit')
          .modifyFront(types.unlogged)
          .addColumn('key', types.text, (column) => column.primaryKey().notNull())
          .addColumn('points', types.small, (column) => column.notNull())
          .addColumn('expire', types.integer)
          .execute()
      },
    },
  }),
}
