import { type RawBuilder, sql } from 'kysely'

/**
 * Hash and time of the block of a row of `table`: from the indexed block, else from the header that a contract's history
 * kept. For a `select` list next to the row's own columns.
 */
export const blockHashOf = (chain: number, table: string): RawBuilder<Uint8Array> => {
  const block = sql.ref(`${table}.block_number`)
  return sql<Uint8Array>`coalesce(
    (select hash from evm_blocks where chain = ${chain} and number = ${block}),
    (select hash from evm_headers where chain = ${chain} and number = ${block}))`
}

export const blockTimestampOf = (chain: number, table: string): RawBuilder<number> => {
  const block = sql.ref(`${table}.block_number`)
  return sql<number>`coalesce(
    (select timestamp from evm_blocks where chain = ${chain} and number = ${block}),
    (select timestamp from evm_headers where chain = ${chain} and number = ${block}))`
}
