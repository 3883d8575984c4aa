import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type FanoutLists, openFanout } from '#lib/evm/chain/fanout/update-lists.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { isBurn } from '#lib/evm/chain/stored/is-burn.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

/** The position of a row in its list, see token-tables.ts: block, log index, and for NFTs the batch index. */
export type ListPosition = readonly number[]

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
  floor: ListPosition
  /** Only positions below this one; undefined for no limit. */
  before: ListPosition | undefined
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
export const givenPlaces = (table: PlacedTable, places: readonly ListPosition[]): RawBuilder<unknown> => {
  const columns = placeColumns[table].map(
    (column, index) => sql`${sql.ref(`column${index + 1}`)} as ${sql.ref(column)}`,
  )
  const nowhere = placeColumns[table].map(() => -1)
  const rows = (places.length > 0 ? places : [nowhere]).map(
    (position) => sql`(${sql.join(position.map((value) => sql.lit(value)))})`,
  )
  return sql`select ${sql.join(columns)} from (values ${sql.join(rows)}) as listed`
}

/** The lowest place above this one: the floor of an ascending list that continues after it. */
export const nextPosition = (position: ListPosition): ListPosition =>
  position.map((value, index) => value + Number(index === position.length - 1))

/** Negative if the first place is the lower one. */
export const comparePositions = (a: ListPosition, b: ListPosition): number => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** The place of a row of the table. */
export const readPosition = (table: PlacedTable, row: object): ListPosition =>
  placeColumns[table].map((column) => Number(Reflect.get(row, column)))

export const placeOf = (table: PlacedTable): RawBuilder<unknown> =>
  sql.join(placeColumns[table].map((column) => sql.ref(column)))

const placeValues = (table: PlacedTable, position: ListPosition) =>
  sql.join(placeColumns[table].map((_, index) => position[index] ?? 0))

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

/** Whether a row is in a range of this column; `address` is an expression. */
export const inIndexRange = (
  db: Kysely<EvmTables>,
  column: IndexRange['column'],
  address: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  column === 'burnt_token' ? sql`token_address = ${address} and ${isBurn(db)}` : sql`${sql.ref(column)} = ${address}`

/** The chain of a list, and where the rows of its ranges are. */
export type RangedChain = { chain: number; fanout?: FanoutLists | undefined }

export const rangedChain = async (
  { store }: { store: Store<EvmTables> },
  chain: ServedChain,
): Promise<RangedChain> => ({ chain: chain.id, fanout: await openFanout(store.db, chain) })

/** A table in which each range is one part of an index. */
type RangeSource = {
  table: string
  /** The columns of a row and its block, if the table has those of the block. */
  columns: readonly string[] | undefined
  isIn(range: IndexRange): RawBuilder<unknown>
}

export const sourceOf = (
  db: Kysely<EvmTables>,
  { table, ranges, fanout }: { table: PlacedTable; ranges: readonly IndexRange[]; fanout?: RangedChain['fanout'] },
): RangeSource =>
  fanout?.find(table, ranges) ?? {
    table,
    columns: undefined,
    isIn: ({ column, address }) => inIndexRange(db, column, sql`${address}`),
  }
