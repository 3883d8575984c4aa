import { sql } from 'kysely'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { readBuiltFrom, writeBuiltFrom } from '#lib/evm/chain/stored/fanout.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'

const sideTables = {
  evm_erc20_sides: ['address', 'role', 'block_number', 'log_index'],
  evm_nft_sides: ['address', 'role', 'block_number', 'log_index', 'batch_index'],
} as const

/** From now on no side rows are written, nor read. Returns whether any were. */
export const stopSides = (store: Store<EvmTables>, chain: number): Promise<boolean> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const wasBuilt = (await readBuiltFrom(transaction, chain)) !== undefined
    if (wasBuilt) await writeBuiltFrom(transaction, chain, undefined)
    return wasBuilt
  })

/** Deletes at most `rowsAtOnce` rows, in the order of the key. Returns whether there may be more. */
export const deleteSides = async ({ db }: Store<EvmTables>, chain: number, rowsAtOnce: number): Promise<boolean> => {
  for (const [table, key] of Object.entries(sideTables)) {
    const columns = sql.join(key.map((column) => sql.ref(column)))
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns} from ${sql.table(table)} where chain = ${chain} order by ${columns}
      limit 1 offset ${rowsAtOnce}`.execute(db)
    const [end] = rows
    const below = end ? sql`and (${columns}) < (${sql.join(key.map((column) => end[column]))})` : sql``
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where chain = ${chain} ${below}`.execute(db)
    if (end || numAffectedRows) return true
  }
  return false
}
