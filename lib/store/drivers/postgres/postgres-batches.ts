/* Statements on many rows in PostgreSQL; `source` is an `unnest(…)` that returns them in the order of the columns. */

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/**
 * Compares with the sought key. `leading` is the parameter of the first column's value, if all keys share it: a table
 * that is partitioned by its chain is then only read in that partition.
 */
const matching = (key: readonly string[], leading: string | undefined): string =>
  key
    .map((column, index) => `stored."${column}" = ${index === 0 && leading ? leading : `sought."${column}"`}`)
    .join(' and ')

export const postgresUpsert = (
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

export const postgresDelete = (table: string, key: readonly string[], source: string, leading?: string): string =>
  `delete from "${table}" as stored using ${source} as sought (${quoted(key)}) where ${matching(key, leading)}`

/**
 * `offset 0` keeps the lookup of one key a separate query that uses the index: with young statistics a join could be
 * planned as a full table scan.
 */
export const postgresFind = (
  table: string,
  columns: readonly string[],
  key: readonly string[],
  { source, leading }: { source: string; leading?: string | undefined },
): string => {
  const wanted = columns.map((column) => `stored."${column}"`).join(', ')
  return `select found.* from ${source} as sought (${quoted(key)}) cross join lateral
    (select ${wanted} from "${table}" as stored where ${matching(key, leading)} offset 0) as found`
}
