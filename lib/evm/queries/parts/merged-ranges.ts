import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isBurn } from '#lib/evm/stored/is-burn.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { limitOfRanges } from '#lib/store/limit-of-ranges.ts'
import { inSideList, sideListOf } from './sides/transfer-sides.ts'
import { withBlock } from './with-block.ts'

/** The position of a row in its list, see token-tables.ts: block, log index, and for NFTs the batch index. */
export type Place = readonly number[]

const placeColumns = {
  evm_nft_transfers: ['block_number', 'log_index', 'batch_index'],
  evm_erc20_transfers: ['block_number', 'log_index'],
  evm_erc20_approvals: ['block_number', 'log_index'],
} as const

export type PlacedTable = keyof typeof placeColumns

/** The rows with `address` in `column`: an index range in place order. */
export type IndexRange =
  | { column: IndexColumn; address: Uint8Array }
  // Only for NFTs: the hash that identifies one.
  | { column: 'token_hash'; address: Uint8Array }
  // Only for ERC20 transfers: those of a token to the zero address.
  | { column: 'burnt_token'; address: Uint8Array }

export type IndexColumn = 'from_address' | 'to_address' | 'token_address'

/** A range for each of the addresses in each of the columns. */
export const rangesOf = (columns: readonly IndexColumn[], addresses: readonly Uint8Array[]): IndexRange[] =>
  columns.flatMap((column) => addresses.map((address) => ({ column, address })))

export type MergedRanges = {
  table: PlacedTable
  chain: number
  /** The ranges are read from the lists of their addresses, see `readsSides`. */
  hasSides?: boolean
  /** If empty: all rows of the chain. */
  ranges: readonly IndexRange[]
  /** The lowest position to read; with only its first numbers, the lowest with that prefix. */
  floor: Place
  /** Only positions below this one; undefined for no limit. */
  before: Place | undefined
  /** Oldest first: the same indexes are read in reverse. */
  isAscending?: boolean
}

/**
 * A query for columns of the rows in any of the ranges, newest first, at most `rows`. A row in two of the ranges appears twice in a row.
 *
 * Both databases read the ranges side by side, each from its index, and stop at the limit: SQLite because it flattens the
 * inner queries, PostgreSQL because each of them has its order.
 */
const mergedRows = (
  db: Kysely<EvmTables>,
  merged: MergedRanges,
  columns: RawBuilder<unknown>,
  rows: number,
  skipped = 0,
) => {
  const { table, chain, ranges, floor, before } = merged
  const sides = sideListOf(merged)
  const place = placeOf(table)
  const bounds = sql`(${place}) >= (${placeValues(table, floor)})${
    before ? sql` and (${place}) < (${placeValues(table, before)})` : sql``
  }`
  const conditionOf = sides ? inSideList : (range: IndexRange) => inRange(db, range)
  const all = ranges.length ? ranges.map((range) => sql` and ${conditionOf(range)}`) : [sql``]
  const limit = limitOfRanges(db, all.length, rows + skipped)
  const each = all.map(
    (condition) => sql`select * from (select ${columns} from ${sql.table(sides?.table ?? table)}
      where chain = ${chain}${condition} and ${bounds} order by ${placeOrder(merged)}${limit}) as one`,
  )
  return sql`select ${columns} from (${sql.join(each, sql` union all `)}) as merged
    order by ${placeOrder(merged)} limit ${rows}${skipped ? sql` offset ${skipped}` : sql``}`
}

const inRange = (db: Kysely<EvmTables>, { column, address }: IndexRange): RawBuilder<unknown> =>
  column === 'burnt_token' ? sql`token_address = ${address} and ${isBurn(db)}` : sql`${sql.ref(column)} = ${address}`

/** The same with distinct positions. A row has two sides, so it is in at most two ranges. */
export const distinctPlaces = (db: Kysely<EvmTables>, merged: MergedRanges, rows: number): RawBuilder<unknown> =>
  distinctRows(db, merged, placeOf(merged.table), rows)

const distinctRows = (
  db: Kysely<EvmTables>,
  merged: MergedRanges,
  columns: RawBuilder<unknown>,
  rows: number,
): RawBuilder<unknown> =>
  merged.ranges.length < 2
    ? mergedRows(db, merged, columns, rows)
    : sql`select distinct ${columns} from (${mergedRows(db, merged, columns, 2 * rows)}) as doubled
        order by ${placeOrder(merged)} limit ${rows}`

/**
 * The rows at the first places, as `t`, with the hash and time of their blocks: from the lists of their addresses alone, otherwise
 * places from the indexes only, then each row by its key.
 */
export const placedRows = (db: Kysely<EvmTables>, merged: MergedRanges, rows: number) => {
  const { table, chain } = merged
  const sides = sideListOf(merged)
  if (sides) {
    const columns = sql.join(sides.columns.map((column) => sql.ref(column)))
    return {
      columns: sql`t.*`,
      from: sql`(${distinctRows(db, merged, columns, rows)}) as t`,
      order: placeOrder(merged, 't.'),
    }
  }
  const block = withBlock(chain, 't')
  return {
    columns: sql`t.*, ${block.columns}`,
    from: sql`(${distinctPlaces(db, merged, rows)}) as places
      join ${sql.table(table)} as t on ${onSamePlace(chain, table)} ${block.joins}`,
    order: placeOrder(merged, 'places.'),
  }
}

/** The place of row number `count` of the ranges; undefined when there are fewer. */
export const placeOfRow = async (
  db: Kysely<EvmTables>,
  merged: MergedRanges,
  count: number,
): Promise<Place | undefined> => {
  const { rows } = await sql<
    Record<string, number>
  >`${mergedRows(db, merged, placeOf(merged.table), 1, count - 1)}`.execute(db)
  return rows[0] && readPlace(merged.table, rows[0])
}

/** The number of rows; null above `most`. */
export const countPlaces = async (
  db: Kysely<EvmTables>,
  merged: MergedRanges,
  most: number,
): Promise<number | null> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${distinctPlaces(db, merged, most + 1)}) as places`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > most ? null : count
}

/** For joining the table, as `t`, with places as `places`. */
const onSamePlace = (chain: number, table: PlacedTable): RawBuilder<unknown> =>
  sql`t.chain = ${chain} and ${sql.join(
    placeColumns[table].map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`places.${column}`)}`),
    sql` and `,
  )}`

/** Whether one of the columns of `t` has one of the addresses. A case, so that no planner reads another index for it. */
export const hasAddress = (columns: readonly IndexColumn[], addresses: readonly Uint8Array[]): RawBuilder<boolean> =>
  sql`case when ${sql.join(
    columns.map((column) => sql`${sql.ref(`t.${column}`)} in (${sql.join(addresses)})`),
    sql` or `,
  )} then 1 else 0 end = 1`

/** The order of a list: newest first unless it is ascending. */
const placeOrder = (
  { table, isAscending }: Pick<MergedRanges, 'table' | 'isAscending'>,
  prefix = '',
): RawBuilder<unknown> =>
  sql.join(
    placeColumns[table].map((column) => sql`${sql.ref(`${prefix}${column}`)} ${isAscending ? sql`asc` : sql`desc`}`),
  )

/** The lowest place above this one: the floor of an ascending list that continues after it. */
export const nextPlace = (place: Place): Place =>
  place.map((value, index) => value + Number(index === place.length - 1))

/** The place of a row of the table. */
export const readPlace = (table: PlacedTable, row: object): Place =>
  placeColumns[table].map((column) => Number(Reflect.get(row, column)))

const placeOf = (table: PlacedTable) => sql.join(placeColumns[table].map((column) => sql.ref(column)))

const placeValues = (table: PlacedTable, place: Place) =>
  sql.join(placeColumns[table].map((_, index) => place[index] ?? 0))
