import { PostgresAdapter, type QueryExecutorProvider } from 'kysely'

/** Whether a database or transaction is one of PostgreSQL. */
export const isPostgres = (db: QueryExecutorProvider): boolean => db.getExecutor().adapter instanceof PostgresAdapter
