import { sql } from 'kysely'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'

/** Empty stores with the EVM tables, for the tests of one file. */
export const evmStores = (dialect: Store<unknown>['dialect']): (() => Promise<Store<EvmTables>>) => {
  const stores = testStores(dialect)
  return () => stores.createMigratedStore<EvmTables>(storeMigrations, evmMigrations)
}

/** What follows from blocks alone. */
const evmTableNames = [
  'evm_chains',
  'evm_intervals',
  'evm_blocks',
  'evm_transactions',
  'evm_logs',
  'evm_transaction_hashes',
  'evm_wallet_transactions',
  'evm_days',
  'evm_wallet_days',
  'evm_internal_calls',
  'evm_internal_transfers',
  'evm_internal_frames',
  'evm_unmoved_sides',
  'evm_replays',
  'evm_kept_calldata',
  'evm_trace_intervals',
  'evm_frame_intervals',
  'evm_withdrawals',
  'evm_withdrawal_addresses',
  'evm_uncles',
  'evm_blob_transactions',
  'evm_body_intervals',
  'evm_nft_transfers',
  'evm_erc20_transfers',
  'evm_erc20_approvals',
  'evm_nft_tokens',
  'evm_nft_balances',
  'evm_nft_collections',
  'evm_nft_holders',
  'evm_nft_collection_days',
  'evm_erc20_tokens',
  'evm_erc20_balances',
  'evm_erc20_days',
  'evm_contracts',
  'evm_headers',
  'evm_histories',
  'evm_history_intervals',
] as const satisfies readonly (keyof EvmTables)[]

/** Every row of every table as text, in the order of that text: two stores with the same dump hold the same. */
export const dumpTables = async (store: Store<EvmTables>): Promise<string[]> => {
  const lines: string[] = []
  for (const table of evmTableNames) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db)
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(inOrder(row), asHex)}`).sort())
  }
  return lines
}

/** A column that was added later comes last in its table. */
const inOrder = (row: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

const asHex = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
