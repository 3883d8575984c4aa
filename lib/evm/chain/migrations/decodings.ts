import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '#lib/store/column-types.ts'
import { indexColumnCount } from '#lib/store/index-columns.ts'

/**
 * The decoder version of a chain's stored logs. Existing chains start at 0, so that the worker decodes their logs
 * again: two early versions stored logs without decoding them. This also repairs two migrations that were changed after
 * they had landed.
 */
export const createDecodings = async (db: Kysely<unknown>, types: ColumnTypes): Promise<void> => {
  const { integer, keyOrdered } = types
  await addChainColumns(db, types)
  await widenTokenIndexes(db)
  await db.schema
    .createTable('evm_decodings')
    .addColumn('chain', integer, (column) => column.primaryKey().notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('first_block', integer)
    .addColumn('next_block', integer)
    .addColumn('last_block', integer)
    .addColumn('mended_rows', integer, (column) => column.notNull())
    .modifyEnd(keyOrdered)
    .execute()
  await sql`
    insert into evm_decodings (chain, version, mended_rows)
    select distinct chain, 0, 0 from evm_intervals`.execute(db)
}

/**
 * Early versions of `001-blocks` had no such columns. The head and the final block were stored with the newest blocks.
 */
const addChainColumns = async (db: Kysely<unknown>, { integer }: ColumnTypes): Promise<void> => {
  const tables = await db.introspection.getTables()
  const stored = tables.find(({ name }) => name === 'evm_chains')?.columns.map(({ name }) => name) ?? []
  if (!stored.includes('followed_from'))
    await db.schema.alterTable('evm_chains').addColumn('followed_from', integer).execute()
  if (stored.includes('final_block')) return
  await db.schema.alterTable('evm_chains').addColumn('final_block', integer).execute()
  await sql`update evm_chains set final_block = head_finalized`.execute(db)
}

const changed = ['changed_block', 'changed_log', 'changed_batch'] as const
const tokenIndexes = [
  {
    name: 'evm_nft_tokens_by_owner',
    table: 'evm_nft_tokens',
    columns: ['chain', 'owner', ...changed, 'token_address'],
    where: sql<boolean>`owner is not null`,
  },
  {
    name: 'evm_nft_tokens_by_change',
    table: 'evm_nft_tokens',
    columns: ['chain', 'token_address', ...changed, 'owner'],
    where: sql<boolean>`owner is not null`,
  },
  {
    name: 'evm_nft_balances_by_owner',
    table: 'evm_nft_balances',
    columns: ['chain', 'owner', ...changed, 'token_address'],
    where: sql<boolean>`is_held = 1`,
  },
] as const

/** Early versions of `002-tokens` lacked the last column, so that counting read every row of the table. */
const widenTokenIndexes = async (db: Kysely<unknown>): Promise<void> => {
  for (const { name, table, columns, where } of tokenIndexes) {
    if ((await indexColumnCount(db, name)) === columns.length) continue
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .where(where)
      .execute()
  }
}
