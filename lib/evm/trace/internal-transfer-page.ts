import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { BlockBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { blockOf, transactionOf } from '#lib/evm/query/key-joins.ts'

/** Block, transaction index and transfer index. */
export type TransferPlace = readonly [block: number, transaction: number, transfer: number]

export type InternalTransferQuery = {
  chain: number
  address: Uint8Array
  bounds: BlockBounds
  /** Only transfers that follow this one in the list's order. */
  after: TransferPlace | undefined
  /** Oldest first. */
  isAscending: boolean
}

/** A page of `rows`, among the first `examined` transfers if they are filtered. */
type InternalPage = { rows: number; filter: RawBuilder<boolean> | undefined; examined: number }

/** One wallet's internal transfers in one statement: a range of its own keys, then the transaction and block of each by key. */
export const internalTransferPage = (
  db: Kysely<EvmTables>,
  query: InternalTransferQuery,
  { rows, filter, examined }: InternalPage,
) => {
  const { chain, isAscending } = query
  const direction = isAscending ? 'asc' : 'desc'
  return db
    .selectFrom((from) =>
      from
        .selectFrom(
          ownTransfers(db, query)
            .limit(filter ? examined : rows)
            .as('own'),
        )
        .selectAll()
        .$if(filter !== undefined, (page) => page.where(filter ?? sql<boolean>`true`))
        .orderBy('block_number', direction)
        .orderBy('transaction_index', direction)
        .orderBy('transfer_index', direction)
        .limit(rows)
        .as('page'),
    )
    .innerJoin('evm_transactions as t', (join) => join.on(transactionOf(chain, 'page')))
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain, 'page')))
    .selectAll('page')
    .select(['t.hash as transaction_hash', 'b.hash as block_hash', 'b.timestamp as block_timestamp'])
    .orderBy('page.block_number', direction)
    .orderBy('page.transaction_index', direction)
    .orderBy('page.transfer_index', direction)
    .execute()
}

/** The place of the last of the first `examined` transfers; undefined if there are fewer. */
export const examinedEnd = (db: Kysely<EvmTables>, query: InternalTransferQuery, examined: number) =>
  ownTransfers(db, query)
    .offset(examined - 1)
    .limit(1)
    .executeTakeFirst()

/** The wallet's own rows in list order. */
const ownTransfers = (db: Kysely<EvmTables>, { chain, address, bounds, after, isAscending }: InternalTransferQuery) => {
  const direction = isAscending ? 'asc' : 'desc'
  const place = sql`(block_number, transaction_index, transfer_index)`
  const placeOf = (values: TransferPlace) => sql`(${sql.join(values)})`
  const belowHighest: TransferPlace | undefined = bounds.highest === undefined ? undefined : [bounds.highest + 1, 0, 0]
  const end = isAscending ? belowHighest : (after ?? belowHighest)
  return db
    .selectFrom('evm_internal_transfers')
    .select(['block_number', 'transaction_index', 'transfer_index', 'is_incoming', 'other_address', 'kind', 'value'])
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('block_number', '>=', bounds.lowest)
    .$if(end !== undefined, (query) => query.where(sql<boolean>`${place} < ${placeOf(end ?? [0, 0, 0])}`))
    .$if(isAscending && after !== undefined, (query) =>
      query.where(sql<boolean>`${place} > ${placeOf(after ?? [0, 0, 0])}`),
    )
    .orderBy('block_number', direction)
    .orderBy('transaction_index', direction)
    .orderBy('transfer_index', direction)
}
