import { type RawBuilder, sql } from 'kysely'

/**
 * Hash and time of the block of each row of `table`: from the indexed block, otherwise from the header stored by a
 * contract's backfill. For the select list and the end of the from clause; both use their key indexes.
 */
export const withBlock = (
  chain: number,
  table: string,
): { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } => {
  const number = sql.ref(`${table}.block_number`)
  return {
    columns: sql`coalesce(b.hash, h.hash) as block_hash, coalesce(b.timestamp, h.timestamp) as block_timestamp`,
    joins: sql`left join evm_blocks as b on b.chain = ${chain} and b.number = ${number}
      left join evm_headers as h on h.chain = ${chain} and h.number = ${number} and b.number is null`,
  }
}
