import { sql } from 'kysely'
import { invariant } from '#lib/base/invariant.ts'
import type { Store } from '#lib/store/store.ts'

/** Milliseconds since 1970. */
export type UnixClock = () => number | Promise<number>

/** The database's clock, which all servers of an installation share; with SQLite it is this machine's. */
export const storeClock = <Tables>(store: Store<Tables>): UnixClock => {
  if (store.dialect === 'sqlite') return Date.now
  const { db } = store.withTables<unknown>()
  return async () => {
    const { rows } = await sql<{ now: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
    const [row] = rows
    invariant(row, 'a select without a table has one row')
    return row.now
  }
}
