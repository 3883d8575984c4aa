import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { toDigits } from '#lib/base/bytes.ts'
import { isPostgres } from './is-postgres.ts'

/** Bytes in the text of a statement: a partial index serves a condition only if it stands there, and not in a parameter. */
export const bytesLiteral = (db: QueryExecutorProvider, bytes: Uint8Array): RawBuilder<Uint8Array> => {
  const hex = toDigits(bytes)
  return sql.raw(isPostgres(db) ? `'\\x${hex}'::bytea` : `x'${hex}'`)
}
