import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toBytes, toDigits } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { isPostgres, limitOfRanges } from '#lib/store/dialect.ts'
import {
  comparePositions,
  givenPlaces,
  type IndexColumn,
  type IndexRange,
  inIndexRange,
  inPart,
  type ListPosition,
  nextPosition,
  onSamePlace,
  type PlacedList,
  placeOf,
  placeOrder,
  type RangedChain,
  rangesOf,
  readPosition,
  sourceOf,
} from './ranged-chain.ts'
import { withBlock } from './with-block.ts'

/** A list of the rows in any of many ranges, each read from its index. */
export type ManyRanges = PlacedList & { chain: number; ranges: readonly IndexRange[] }

/** How many of its rows are read of each range at first, as a multiple of what a range has on average. */
const firstShare = 4

/**
 * The distinct places of the first rows in any of the ranges, in the order of the list, at most `rows`. A little is read of every
 * range, and the rest only of those whose places are all among the first so far: merging a hundred ranges in one statement costs
 * more than reading them.
 */
export const firstPlaces = async (db: Kysely<EvmTables>, list: ManyRanges, rows: number): Promise<ListPosition[]> => {
  const { ranges } = list
  const compare = (a: ListPosition, b: ListPosition): number =>
    list.isAscending ? comparePositions(a, b) : comparePositions(b, a)
  const firstOf = (places: readonly ListPosition[]): ListPosition[] =>
    [...new Map(places.map((position) => [position.join(), position])).values()].sort(compare).slice(0, rows)

  const share = Math.ceil((firstShare * rows) / ranges.length)
  const starts = await readStarts(db, list, ranges, share)
  const known = firstOf(starts.flat())
  const end = known[rows - 1]
  const isWithin = (places: readonly ListPosition[]): boolean =>
    places.length === share && (end === undefined || places.every((position) => compare(position, end) < 0))
  const unfinished = ranges.filter((_, index) => isWithin(starts[index] ?? []))
  if (unfinished.length === 0) return known
  const rest =
    end === undefined ? list : { ...list, ...(list.isAscending ? { before: nextPosition(end) } : { floor: end }) }
  return firstOf([...known, ...(await readStarts(db, rest, unfinished, rows)).flat()])
}

/** The first places of each range, at most `rows` of each. */
const readStarts = async (
  db: Kysely<EvmTables>,
  list: ManyRanges,
  ranges: readonly IndexRange[],
  rows: number,
): Promise<ListPosition[][]> => {
  const { table, chain } = list
  const place = placeOf(table)
  const { array, arrays, address, each } = isPostgres(db)
    ? {
        array: sql`json_build_array`,
        arrays: sql`json_agg`,
        address: sql`decode(sought.value, 'hex')`,
        each: sql`json_array_elements_text`,
      }
    : { array: sql`json_array`, arrays: sql`json_group_array`, address: sql`unhex(sought.value)`, each: sql`json_each` }
  const startsIn = (column: IndexRange['column'], addresses: readonly string[]) => sql`
    select ${sql.lit(column)} as ranged, sought.value as address, (
      select cast(${arrays}(${array}(${place})) as text) from (
        select ${place} from ${sql.table(table)}
        where chain = ${chain} and ${inIndexRange(db, column, address)} and ${inPart(list)}
        order by ${placeOrder(list)} limit ${rows}
      ) as start
    ) as places from ${each}(${JSON.stringify(addresses)}) as sought`
  const byColumn = Map.groupBy(ranges, ({ column }) => column)
  const statements = [...byColumn].map(([column, all]) => startsIn(column, all.map(hexOf)))
  const { rows: found } = await sql<{ ranged: string; address: string; places: string | null }>`
    ${sql.join(statements, sql` union all `)}`.execute(db)
  const starts = new Map(found.map(({ ranged, address, places }) => [`${ranged} ${address}`, places]))
  return ranges.map((range) => JSON.parse(starts.get(`${range.column} ${hexOf(range)}`) ?? '[]'))
}

const hexOf = ({ address }: IndexRange): string => toDigits(address)

export type MergedRanges = PlacedList &
  RangedChain & {
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
  const { chain, ranges } = merged
  const { table, isIn } = sourceOf(db, merged)
  const all = ranges.length ? ranges.map((range) => sql` and ${isIn(range)}`) : [sql``]
  const limit = limitOfRanges(db, all.length, rows + skipped)
  const each = all.map(
    (condition) => sql`select * from (select ${columns} from ${sql.table(table)}
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
  const { columns } = sourceOf(db, merged)
  if (columns) {
    const listed = sql.join(columns.map((column) => sql.ref(column)))
    return {
      columns: sql`t.*`,
      from: sql`(${distinctRows(db, merged, listed, rows)}) as t`,
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
): Promise<ListPosition | undefined> => {
  const { rows } = await sql<
    Record<string, number>
  >`${mergedRows(db, merged, placeOf(merged.table), 1, count - 1)}`.execute(db)
  return rows[0] && readPosition(merged.table, rows[0])
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

/** One way to read a list: rows from ranges of one index that pass the filters, which refer to the table as `t`. */
export type RangePlan = { ranges: readonly IndexRange[]; filters: readonly RawBuilder<boolean>[] }

/** A condition on rows: an index can select them, or a filter on `t`. */
export type RangeCondition = { ranges: readonly IndexRange[]; filter: RawBuilder<boolean> }

/** Matches rows in which one of the columns has one of the addresses. */
export const hasOneOf = (columns: readonly IndexColumn[], addresses: readonly Uint8Array[]): RangeCondition => ({
  ranges: rangesOf(columns, addresses),
  filter: hasAddress(columns, addresses),
})

/** Every way to read the rows that meet all conditions and filters: each condition can select them, and the others then filter. */
export const plansOf = (
  conditions: readonly RangeCondition[],
  filters: readonly RawBuilder<boolean>[] = [],
): RangePlan[] => {
  if (conditions.length === 0) return [{ ranges: [], filters }]
  return conditions.map(({ ranges }, chosen) => {
    const others = conditions.filter((_, index) => index !== chosen)
    return { ranges, filters: [...others.map(({ filter }) => filter), ...filters] }
  })
}

/** The filters of a list by contracts and wallets, such as ERC20 transfers. */
export type AddressFilters = {
  contract_addresses?: readonly string[]
  exclude_contracts?: readonly string[]
  wallet_addresses?: readonly string[]
  exclude_wallets?: readonly string[]
}

/** The addresses that are left; undefined if all are meant. */
export const without = (
  included: readonly string[] | undefined,
  excluded: readonly string[],
): Uint8Array[] | undefined => {
  if (!included?.length) return undefined
  return [...new Set(included)].filter((address) => !excluded.includes(address)).map(toBytes)
}

/** Conditions on `t` that none of the columns has one of the addresses. */
export const noneOf = (columns: readonly IndexColumn[], addresses: readonly string[]): RawBuilder<boolean>[] =>
  addresses.length
    ? columns.map((column) => sql<boolean>`${sql.ref(`t.${column}`)} not in (${sql.join(addresses.map(toBytes))})`)
    : []
