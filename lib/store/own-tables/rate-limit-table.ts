import type { Kysely } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'

/**
 * Counters of the rate limits, which live for seconds: unlogged on PostgreSQL, so that a request costs no write to disk, and empty
 * after a crash. Columns and their order are those of rate-limiter-flexible. SQLite never fills it.
 */
export const createRateLimitTable = async ({ schema }: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  await schema
    .createTable('rate_limit')
    .modifyFront(types.unlogged)
    .addColumn('key', types.text, (column) => column.primaryKey().notNull())
    .addColumn('points', types.small, (column) => column.notNull())
    .addColumn('expire', types.integer)
    .execute()
}
