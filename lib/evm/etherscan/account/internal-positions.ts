import { type Kysely, type RawBuilder, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'

export type InternalPosition = { block_number: number; transaction_index: number }

type PlacesQuery = {
  addresses: readonly Hex[]
  span: { first: number; last: number }
  /** Only transactions that follow this one in the list's order. */
  after: InternalPosition | undefined
  isAscending: boolean
  limit: number
}

const tables = ['evm_internal_transfers', 'evm_unmoved_sides'] as const

/** The next transactions with frames of these addresses: each table is read in the order of its key. */
export const internalPositions = async (
  db: Kysely<EvmTables>,
  chain: number,
  query: PlacesQuery,
): Promise<InternalPosition[]> => {
  const { addresses, isAscending, limit } = query
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const order = sql`order by block_number ${direction}, transaction_index ${direction} limit ${limit}`
  const parts = addresses.flatMap((address) =>
    tables.map(
      (table) => sql`select * from (
        select distinct block_number, transaction_index from ${sql.table(table)}
        where chain = ${chain} and address = ${toBytes(address)} and ${inSpan(query)} ${order}) as part`,
    ),
  )
  const { rows } = await sql<InternalPosition>`
    select distinct block_number, transaction_index from (${sql.join(parts, sql` union all `)}) as parts ${order}`.execute(
    db,
  )
  return rows
}

const inSpan = ({ span, after, isAscending }: PlacesQuery): RawBuilder<boolean> => {
  if (!after) return sql`block_number >= ${span.first} and block_number <= ${span.last}`
  const place = sql`(${after.block_number}, ${after.transaction_index})`
  return isAscending
    ? sql`(block_number, transaction_index) > ${place} and block_number <= ${span.last}`
    : sql`(block_number, transaction_index) < ${place} and block_number >= ${span.first}`
}
