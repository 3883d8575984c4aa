import { type Kysely, sql } from 'kysely'
import type { ChainTable } from './chain-tables.ts'

export type MovedRow = Readonly<Record<string, unknown>>

const pageBytes = 4 << 20
const rowsMin = 20
/** Rows of a page. */
export const rowsMax = 5_000

/** The rows of a chain in the order of their key, in pages of about 4 MB. */
export async function* chainRows(
  db: Kysely<unknown>,
  { name, chain, key, columns }: ChainTable,
  chainId: number,
): AsyncGenerator<readonly MovedRow[]> {
  const ofChain = sql`${sql.ref(chain)} = ${chainId}`
  const keyColumns = sql.join(key.map((column) => sql.ref(column)))
  let limit = 100
  for (let after: readonly unknown[] | undefined; ; ) {
    const beyond = after === undefined ? sql`` : sql`and (${keyColumns}) > (${sql.join(after)})`
    const order = key.length > 0 ? sql`order by ${keyColumns} limit ${limit}` : sql``
    const { rows } = await sql<MovedRow>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      where ${ofChain} ${beyond} ${order}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    // One row of a chain at most.
    if (key.length === 0) return
    after = key.map((column) => last[column])
    const bytesPerRow = rows.reduce((sum, row) => sum + sizeOf(row), 0) / rows.length
    limit = Math.min(rowsMax, Math.max(rowsMin, Math.floor(pageBytes / bytesPerRow)))
  }
}

/** About its bytes. */
export const sizeOf = (row: MovedRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8),
    1,
  )
