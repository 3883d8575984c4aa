import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isBurn } from '#lib/evm/chain/stored/is-burn.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

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
