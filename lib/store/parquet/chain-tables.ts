import { type Kysely, sql } from 'kysely'
import { invariant } from '#lib/base/invariant.ts'
import { isPostgres } from '#lib/store/is-postgres.ts'

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
