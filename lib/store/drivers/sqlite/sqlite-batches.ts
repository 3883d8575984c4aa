/* Statements on a batch of rows in SQLite; each row has its values in the order of the columns. */

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

const placeholders = (columns: readonly string[], rowCount: number): string =>
  Array<string>(rowCount)
    .fill(`(${columns.map(() => '?').join(', ')})`)
    .join(', ')

/**
 * `or fail` leaves the rows before a violation to the transaction's rollback. By default SQLite would copy every page
 * that a bulk statement changes, to revert that statement alone: 50 % more work.
 */
export const insertSql = (table: string, columns: readonly string[], rowCount: number): string =>
  `insert or fail into "${table}" (${quoted(columns)}) values ${placeholders(columns, rowCount)}`

export const sqliteUpsert = (
  table: string,
  key: readonly string[],
  columns: readonly string[],
  rowCount: number,
): string => {
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`)
  const action = changes.length ? `do update set ${changes.join(', ')}` : 'do nothing'
  return `${insertSql(table, columns, rowCount)} on conflict (${quoted(key)}) ${action}`
}

export const sqliteDelete = (table: string, key: readonly string[], rowCount: number): string =>
  `delete from "${table}" where (${quoted(key)}) in (values ${placeholders(key, rowCount)})`

/** `cross join` keeps the order: the table is searched once for each key, never read as a whole. */
export const sqliteFind = (
  table: string,
  columns: readonly string[],
  key: readonly string[],
  rowCount: number,
): string => {
  const wanted = columns.map((column) => `stored."${column}"`).join(', ')
  const matches = key.map((column) => `stored."${column}" = sought."${column}"`).join(' and ')
  return `with sought (${quoted(key)}) as (values ${placeholders(key, rowCount)})
    select ${wanted} from sought cross join "${table}" as stored on ${matches}`
}
