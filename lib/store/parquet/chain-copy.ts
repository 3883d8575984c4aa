import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { toDigits } from '#lib/base/bytes.ts'
import { invariant } from '#lib/base/invariant.ts'
import { isPostgres } from '#lib/store/dialect.ts'
import type { JobRow } from '#lib/store/jobs-table.ts'
import type { Store } from '#lib/store/store.ts'

export type ColumnKind = 'integer' | 'real' | 'text' | 'bytes'

/** A table that has rows of chains. */
export type ChainTable = {
  name: string
  /** The column of the chain's id. */
  chain: string
  columns: readonly string[]
  kinds: Readonly<Record<string, ColumnKind>>
  /** The primary key, without the chain: what tells the rows of one chain apart. */
  key: readonly string[]
}

type ColumnFacts = { table: string; name: string; type: string; place: number | null }

/** The types of both databases, as lib/store/column-types.ts uses them. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  integer: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  real: 'real',
  'double precision': 'real',
  text: 'text',
  blob: 'bytes',
  bytea: 'bytes',
}

const kindOf = ({ table, name, type }: ColumnFacts): ColumnKind => {
  const kind = kinds[type.toLowerCase()]
  invariant(kind, `the type ${type} of ${table}.${name} is one that chains are stored with`)
  return kind
}

/** The columns of all tables of the current schema; `place` is the one in the primary key, from 1. */
const readColumns = async (db: Kysely<unknown>): Promise<readonly ColumnFacts[]> => {
  const query = isPostgres(db)
    ? sql<ColumnFacts>`
        select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
          array_position(i.indkey::int2[], a.attnum) + 1 as place
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
        where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`
    : sql<ColumnFacts>`
        select t.name as "table", c.name as name, c.type as type, nullif(c.pk, 0) as place
        from pragma_table_list as t, pragma_table_info(t.name) as c
        where t.schema = 'main' and t.type = 'table'`
  const { rows } = await query.execute(db)
  return rows
}

const chainColumns = ['chain', 'chain_id']

/** The tables whose names begin with one of these prefixes and that have a column of the chain, in alphabetical order. */
export const readChainTables = async (db: Kysely<unknown>, prefixes: readonly string[]): Promise<ChainTable[]> => {
  const byTable = Map.groupBy(await readColumns(db), ({ table }) => table)
  return [...byTable]
    .filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, facts]) => {
      const chain = facts.find((column) => chainColumns.includes(column.name))?.name
      if (chain === undefined) return []
      const key = facts
        .filter((column) => column.place !== null && column.name !== chain)
        .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
        .map((column) => column.name)
      const columns = facts.map((column) => column.name).toSorted()
      return { name, chain, key, columns, kinds: Object.fromEntries(facts.map((each) => [each.name, kindOf(each)])) }
    })
}

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

/** The number of rows, and a hash of them that does not depend on their order: databases sort text differently. */
type RowsDigest = { count: number; hash: string }

const bytesOfSum = 32
const modulus = 1n << BigInt(8 * bytesOfSum)

/** Adds up the SHA-256 of each row. */
const createRowsDigest = () => {
  let count = 0
  let sum = 0n
  return {
    add: (row: MovedRow, columns: readonly string[]): void => {
      const hash = createHash('sha256')
      for (const column of columns) hash.update(fieldText(row[column]))
      count += 1
      sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % modulus
    },
    digest: (): RowsDigest => ({ count, hash: sum.toString(16).padStart(2 * bytesOfSum, '0') }),
  }
}

export const digestOf = async (
  pages: AsyncIterable<readonly MovedRow[]>,
  columns: readonly string[],
): Promise<RowsDigest> => {
  const { add, digest } = createRowsDigest()
  for await (const rows of pages) for (const row of rows) add(row, columns)
  return digest()
}

/** Each field with its type and length, so that no two rows have one text. */
const fieldText = (value: unknown): string => {
  if (value === null || value === undefined) return 'n;'
  if (value instanceof Uint8Array) return `b${value.length}:${toDigits(value)};`
  const text = String(value)
  return `${typeof value === 'string' ? 's' : 'd'}${text.length}:${text};`
}

/** What of a chain is in a database. */
export type CopiedChain = {
  /** The name in URLs, and the id under which its rows are stored. */
  name: string
  id: number
  /** Beginnings of the names of its tables. */
  tables: readonly string[]
  jobKinds: readonly string[]
  settings: readonly string[]
  /** Columns with numbers that the target may have given to rows of other chains. All are raised by the same number. */
  serials: Readonly<Record<string, string>>
  /** Makes what is derived from the copied rows. */
  derive?: (target: Store<unknown>) => Promise<void>
  /** Deletes what `derive` made, before the rows are deleted. */
  underive?: (target: Store<unknown>) => Promise<void>
}

export type RowPages = AsyncIterable<readonly MovedRow[]>

/** What is copied besides rows. */
export type ChainExtras = { settings: Readonly<Record<string, string>>; jobs: readonly JobRow[] }

/** Where a chain is read. */
export type ChainSource = {
  readonly tables: readonly ChainTable[]
  rows(table: ChainTable): RowPages
  extras(): Promise<ChainExtras>
  digest(table: ChainTable): Promise<RowsDigest>
  /** Why the copied rows can differ, and what to do then. */
  readonly ifDifferent: string
}

/** Where a chain is written. Nothing uses it before `release`. */
export type ChainTarget = {
  /** @throws CopyFault if it has something of the chain that may not be replaced. */
  begin(tables: readonly ChainTable[]): Promise<void>
  fill(table: ChainTable, pages: RowPages): Promise<void>
  complete(extras: ChainExtras): Promise<void>
  /** Of the rows as they are in the source. */
  digest(table: ChainTable): Promise<RowsDigest>
  release(digests: ReadonlyMap<string, RowsDigest>): Promise<void>
}

export type OnTable = (table: string, digest: RowsDigest) => void

export type CopyCounts = { tables: number; rows: number }

/** Why a chain cannot be exported or imported, for the operator. */
export class CopyFault extends Error {
  override readonly name = 'CopyFault'
}

/** Copies a chain and compares its rows by hash; the source stays as it is. @throws CopyFault if the rows differ. */
export const copyChain = async (
  source: ChainSource,
  target: ChainTarget,
  onTable: OnTable = () => {},
): Promise<CopyCounts> => {
  await target.begin(source.tables)
  for (const table of source.tables) await target.fill(table, source.rows(table))
  await target.complete(await source.extras())
  const digests = new Map<string, RowsDigest>()
  let rows = 0
  for (const table of source.tables) {
    const [here, there] = [await source.digest(table), await target.digest(table)]
    if (here.count !== there.count || here.hash !== there.hash)
      throw new CopyFault(`${table.name} ${source.ifDifferent} (${here.count} rows, ${there.count} copied)`)
    digests.set(table.name, here)
    onTable(table.name, here)
    rows += here.count
  }
  await target.release(digests)
  return { tables: digests.size, rows }
}
