/* Statements on many rows in PostgreSQL; `source` is an `unnest(…)` that returns them in the order of the columns. */

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

const matching = (key: readonly string[]): string =>
  key.map((column) => `stored."${column}" = sought."${column}"`).join(' and ')

export const upsertSql = (
  table: string,
  key: readonly string[],
  columns: readonly string[],
  source: string,
): string => {
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`)
  const action = changes.length ? `do update set ${changes.join(', ')}` : 'do nothing'
  return `insert into "${table}" (${quoted(columns)}) select * from ${source} on conflict (${quoted(key)}) ${action}`
}

export const deleteSql = (table: string, key: readonly string[], source: string): string =>
  `delete from "${table}" as stored using ${source} as sought (${quoted(key)}) where ${matching(key)}`

/**
 * `offset 0` keeps the lookup of one key a separate query that uses the index: with young statistics a join could be
 * planned as a full table scan.
 */
export const findSql = (table: string, columns: readonly string[], key: readonly string[], source: string): string => {
  const wanted = columns.map((column) => `stored."${column}"`).join(', ')
  return `select found.* from ${source} as sought (${quoted(key)}) cross join lateral
    (select ${wanted} from "${table}" as stored where ${matching(key)} offset 0) as found`
}
