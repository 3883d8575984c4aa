import type { SchemaElement } from 'hyparquet'
import type { MovedRow } from './chain-rows.ts'
import type { ChainTable, ColumnKind } from './chain-tables.ts'

/* Both databases have the same file: whole numbers as INT64, text as UTF-8, amounts as the decimal text that is stored. */

/** What reader and writer agree on. */
type Element = Pick<SchemaElement, 'name' | 'num_children' | 'type' | 'converted_type' | 'repetition_type'>

type ParquetKind = {
  element: Omit<Element, 'name'>
  toFile: (value: never) => unknown
  /** @throws RangeError for a whole number that the program does not compute with. */
  fromFile: (value: never) => unknown
}

const same = (value: unknown): unknown => value

const exactNumber = (value: bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond the whole numbers that are stored`)
  return number
}

const parquetKinds: Readonly<Record<ColumnKind, ParquetKind>> = {
  integer: { element: { type: 'INT64' }, toFile: (value: number) => BigInt(value), fromFile: exactNumber },
  real: { element: { type: 'DOUBLE' }, toFile: same, fromFile: same },
  text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, toFile: same, fromFile: same },
  bytes: { element: { type: 'BYTE_ARRAY' }, toFile: same, fromFile: same },
}

const kindOf = ({ kinds }: ChainTable, column: string): ParquetKind => parquetKinds[kinds[column] ?? 'bytes']

export const parquetSchema = (table: ChainTable): Element[] => [
  { name: table.name, num_children: table.columns.length },
  ...table.columns.map((name) => ({ name, ...kindOf(table, name).element, repetition_type: 'OPTIONAL' as const })),
]

/** The values of each column. */
export const toColumns = (table: ChainTable, rows: readonly MovedRow[]) =>
  table.columns.map((name) => {
    const toFile = kindOf(table, name).toFile as (value: unknown) => unknown
    // Minima and maxima help readers to skip parts of a file by number; of addresses and hashes they only cost.
    const facts = { name, statistics: table.kinds[name] === 'integer', offsetIndex: false }
    return { ...facts, data: rows.map((row) => (row[name] == null ? null : toFile(row[name]))) }
  })

export const fromColumns = (table: ChainTable, rows: readonly MovedRow[]): MovedRow[] => {
  const columns = table.columns.map((name) => ({
    name,
    fromFile: kindOf(table, name).fromFile as (value: unknown) => unknown,
  }))
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name, fromFile }) => [name, row[name] == null ? null : fromFile(row[name])])),
  )
}
