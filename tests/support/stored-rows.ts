import { sql } from 'kysely'
import type { Store } from '#lib/store/store.ts'

/** What the worker writes besides what it was told: its own books, and the search index that SQLite keeps as tables. */
const isBookkeeping =
  /^(job|setting|migration_|work_attempt|work_lease|worker$|rate_limit|evm_nft_words|evm_recent_asks)/
/** Written by the clock, or counted up; a rating depends on how much was indexed when it was made. */
const byTheClock = /^(id|created_at|updated_at|checked_at|rated_at|read_at|due_at|named_at|.*_synced_at|score|reasons)$/

/** All rows of a database, by table, in an order of their own: of two workers that did the same work, they are equal. */
export const storedRows = async <Tables>({ db }: Store<Tables>): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    if (isBookkeeping.test(name)) continue
    const compared = columns.map((column) => column.name).filter((column) => !byTheClock.test(column))
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(compared.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(db)
    const texts = rows.map((row) =>
      JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
    )
    found[name] = texts.sort()
  }
  return found
}
