import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type FanoutLists, openFanout } from '#lib/evm/chain/fanout/fanout-lists.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { IndexRange } from './index-range.ts'
import { inIndexRange } from './index-range.ts'
import type { PlacedTable } from './places.ts'

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
