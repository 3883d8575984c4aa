import { type RawBuilder, sql } from 'kysely'

/** Joins `evm_transactions as t` by its key, from the block number and transaction index of a row of `table`. */
export const transactionOf = (chain: number, table: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`t.chain = ${chain} and t.block_number = ${column('block_number')}
    and t.transaction_index = ${column('transaction_index')}`
}

/** Joins `evm_blocks as b` by its key, from the block number of a row of `table`. */
export const blockOf = (chain: number, table: string): RawBuilder<boolean> =>
  sql`b.chain = ${chain} and b.number = ${sql.ref(`${table}.block_number`)}`
