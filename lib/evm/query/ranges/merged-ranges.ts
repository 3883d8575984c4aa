import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { inSideList, sideListOf } from '#lib/evm/query/sides/transfer-sides.ts'
import { withBlock } from '#lib/evm/query/with-block.ts'
import { limitOfRanges } from '#lib/store/limit-of-ranges.ts'
import { firstPlaces } from './first-places.ts'
import { type IndexColumn, type IndexRange, inRange } from './index-range.ts'
import {
  givenPlaces,
  inPart,
  onSamePlace,
  type Place,
  type PlacedList,
  placeOf,
  placeOrder,
  readPlace,
} from './places.ts'

export type MergedRanges = PlacedList & {
  chain: number
  /** The ranges are read from the lists of their addresses, see `readsSides`. */
  hasSides?: boolean
  /** If empty: all rows of the chain. */
  ranges: readonly IndexRange[]
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
  const { table, chain, ranges } = merged
  const sides = sideListOf(merged)
  const conditionOf = sides ? inSideList : ({ column, address }: IndexRange) => inRange(db, column, sql`${address}`)
  const all = ranges.length ? ranges.map((range) => sql` and ${conditionOf(range)}`) : [sql``]
  const limit = limitOfRanges(db, all.length, rows + skipped)
  const each = all.map(
    (condition) => sql`select * from (select ${columns} from ${sql.table(sides?.table ?? table)}
      where chain = ${chain}${condition} and ${inPart(merged)} order by ${placeOrder(merged)}${limit}) as one`,
  )
  return sql`select ${columns} from (${sql.join(each, sql` union all `)}) as merged
    order by ${placeOrder(merged)} limit ${rows}${skipped ? sql` offset ${skipped}` : sql``}`
}

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

/** With fewer ranges, or more rows, one statement that merges the ranges is as fast (tests/bench/evm-lists.ts). */
const manyRanges = 40
const fewRows = 500

/**
 * The rows at the first places, as `t`, with the hash and time of their blocks: from the lists of their addresses alone, otherwise
 * places from the indexes only, then each row by its key. `end` is the last of `rows` places that were found by a statement of
 * their own: if a reorg removes one of them meanwhile, fewer rows are found, and the list still goes on.
 */
export const placedRows = async (db: Kysely<EvmTables>, merged: MergedRanges, rows: number) => {
  const { table, chain } = merged
  const sides = sideListOf(merged)
  if (sides) {
    const columns = sql.join(sides.columns.map((column) => sql.ref(column)))
    return {
      columns: sql`t.*`,
      from: sql`(${distinctRows(db, merged, columns, rows)}) as t`,
      order: placeOrder(merged, 't.'),
      end: undefined,
    }
  }
  const block = withBlock(chain, 't')
  const isApart = merged.ranges.length >= manyRanges && rows <= fewRows
  const found = isApart ? await firstPlaces(db, merged, rows) : undefined
  const places = found ? givenPlaces(table, found) : distinctPlaces(db, merged, rows)
  return {
    columns: sql`t.*, ${block.columns}`,
    from: sql`(${places}) as places
      join ${sql.table(table)} as t on ${onSamePlace(chain, table)} ${block.joins}`,
    order: placeOrder(merged, 'places.'),
    end: found?.[rows - 1],
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

/** Whether one of the columns of `t` has one of the addresses. A case, so that no planner reads another index for it. */
export const hasAddress = (columns: readonly IndexColumn[], addresses: readonly Uint8Array[]): RawBuilder<boolean> =>
  sql`case when ${sql.join(
    columns.map((column) => sql`${sql.ref(`t.${column}`)} in (${sql.join(addresses)})`),
    sql` or `,
  )} then 1 else 0 end = 1`
