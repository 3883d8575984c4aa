import { type Kysely, sql } from 'kysely'
import { toHex } from '#lib/evm/chain/decode/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { isPostgres } from '#lib/store/is-postgres.ts'
import { type IndexRange, inRange } from './index-range.ts'
import { comparePlaces, inPart, nextPlace, type Place, type PlacedList, placeOf, placeOrder } from './places.ts'

/** A list of the rows in any of many ranges, each read from its index. */
export type ManyRanges = PlacedList & { chain: number; ranges: readonly IndexRange[] }

/** How many of its rows are read of each range at first, as a multiple of what a range has on average. */
const firstShare = 4

/**
 * The distinct places of the first rows in any of the ranges, in the order of the list, at most `rows`. A little is read of every
 * range, and the rest only of those whose places are all among the first so far: merging a hundred ranges in one statement costs
 * more than reading them.
 */
export const firstPlaces = async (db: Kysely<EvmTables>, list: ManyRanges, rows: number): Promise<Place[]> => {
  const { ranges } = list
  const compare = (a: Place, b: Place): number => (list.isAscending ? comparePlaces(a, b) : comparePlaces(b, a))
  const firstOf = (places: readonly Place[]): Place[] =>
    [...new Map(places.map((place) => [place.join(), place])).values()].sort(compare).slice(0, rows)

  const share = Math.ceil((firstShare * rows) / ranges.length)
  const starts = await readStarts(db, list, ranges, share)
  const known = firstOf(starts.flat())
  const end = known[rows - 1]
  const isWithin = (places: readonly Place[]): boolean =>
    places.length === share && (end === undefined || places.every((place) => compare(place, end) < 0))
  const unfinished = ranges.filter((_, index) => isWithin(starts[index] ?? []))
  if (unfinished.length === 0) return known
  const rest =
    end === undefined ? list : { ...list, ...(list.isAscending ? { before: nextPlace(end) } : { floor: end }) }
  return firstOf([...known, ...(await readStarts(db, rest, unfinished, rows)).flat()])
}

/** The first places of each range, at most `rows` of each. */
const readStarts = async (
  db: Kysely<EvmTables>,
  list: ManyRanges,
  ranges: readonly IndexRange[],
  rows: number,
): Promise<Place[][]> => {
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
        where chain = ${chain} and ${inRange(db, column, address)} and ${inPart(list)}
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

const hexOf = ({ address }: IndexRange): string => toHex(address).slice(2)
