import { type RawBuilder, sql } from 'kysely'

/** The position of a row in its list, see token-tables.ts: block, log index, and for NFTs the batch index. */
export type ListPlace = readonly number[]

const placeColumns = {
  evm_nft_transfers: ['block_number', 'log_index', 'batch_index'],
  evm_erc20_transfers: ['block_number', 'log_index'],
  evm_erc20_approvals: ['block_number', 'log_index'],
} as const

export type PlacedTable = keyof typeof placeColumns

/** The part of a list to read, and its order. */
export type PlacedList = {
  table: PlacedTable
  /** The lowest position to read; with only its first numbers, the lowest with that prefix. */
  floor: ListPlace
  /** Only positions below this one; undefined for no limit. */
  before: ListPlace | undefined
  /** Oldest first: the same indexes are read in reverse. */
  isAscending?: boolean
}

/** The order of a list: newest first unless it is ascending. */
export const placeOrder = (
  { table, isAscending }: Pick<PlacedList, 'table' | 'isAscending'>,
  prefix = '',
): RawBuilder<unknown> =>
  sql.join(
    placeColumns[table].map((column) => sql`${sql.ref(`${prefix}${column}`)} ${isAscending ? sql`asc` : sql`desc`}`),
  )

/** Whether a row is in the part of the list. */
export const inPart = ({ table, floor, before }: PlacedList): RawBuilder<unknown> =>
  sql`(${placeOf(table)}) >= (${placeValues(table, floor)})${
    before ? sql` and (${placeOf(table)}) < (${placeValues(table, before)})` : sql``
  }`

/** For joining the table, as `t`, with places as `places`. */
export const onSamePlace = (chain: number, table: PlacedTable): RawBuilder<unknown> =>
  sql`t.chain = ${chain} and ${sql.join(
    placeColumns[table].map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`places.${column}`)}`),
    sql` and `,
  )}`

/** A query for these places. */
export const givenPlaces = (table: PlacedTable, places: readonly ListPlace[]): RawBuilder<unknown> => {
  const columns = placeColumns[table].map(
    (column, index) => sql`${sql.ref(`column${index + 1}`)} as ${sql.ref(column)}`,
  )
  const nowhere = placeColumns[table].map(() => -1)
  const rows = (places.length > 0 ? places : [nowhere]).map(
    (place) => sql`(${sql.join(place.map((value) => sql.lit(value)))})`,
  )
  return sql`select ${sql.join(columns)} from (values ${sql.join(rows)}) as listed`
}

/** The lowest place above this one: the floor of an ascending list that continues after it. */
export const nextPlace = (place: ListPlace): ListPlace =>
  place.map((value, index) => value + Number(index === place.length - 1))

/** Negative if the first place is the lower one. */
export const compareListPlaces = (a: ListPlace, b: ListPlace): number => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** The place of a row of the table. */
export const readPlace = (table: PlacedTable, row: object): ListPlace =>
  placeColumns[table].map((column) => Number(Reflect.get(row, column)))

export const placeOf = (table: PlacedTable): RawBuilder<unknown> =>
  sql.join(placeColumns[table].map((column) => sql.ref(column)))

const placeValues = (table: PlacedTable, place: ListPlace) =>
  sql.join(placeColumns[table].map((_, index) => place[index] ?? 0))
