import type { Kysely, QueryExecutorProvider } from 'kysely'

/** The same database or transaction with other table types, which only exist for the compiler. */
export const asTables = <Tables>(db: QueryExecutorProvider): Kysely<Tables> => db as Kysely<Tables>
