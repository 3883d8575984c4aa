import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { zeroAddressBytes } from '#lib/base/bytes.ts'
import { bytesLiteral } from '#lib/store/dialect.ts'

/**
 * The condition of the index of burns, in the words of that index. A case, so that no planner reads the transfers to the zero
 * address for it.
 */
export const isBurn = (db: QueryExecutorProvider): RawBuilder<boolean> =>
  sql<boolean>`case when to_address = ${bytesLiteral(db, zeroAddressBytes)} then 1 else 0 end = 1`
