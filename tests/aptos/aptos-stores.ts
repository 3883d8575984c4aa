import { sql } from 'kysely'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'

/** Empty stores with the Aptos tables, for the tests of one file. */
export const aptosStores = (dialect: Store<unknown>['dialect']): (() => Promise<Store<AptosTables>>) => {
  const stores = testStores(dialect)
  return () => stores.createMigratedStore<AptosTables>(storeMigrations, aptosMigrations)
}

/** All that the index holds but `aptos_chains`, which says when it was asked. */
const indexTables = [
  'aptos_intervals',
  'aptos_content_intervals',
  'aptos_token_activities',
  'aptos_token_ownerships',
  'aptos_table_handles',
  'aptos_collections',
  'aptos_tokens',
  'aptos_collection_days',
  'aptos_name_words',
  'aptos_assets',
  'aptos_asset_activities',
  'aptos_asset_balances',
  'aptos_asset_days',
] as const satisfies readonly (keyof AptosTables)[]

/** An earlier version that wrote the same, if it was stored first: as certain, and no answer shows it. */
const ofOrder = ['written_version', 'terms_version']

/** Every row as text, in the order of that text: two stores with the same dump hold the same. */
export const dumpIndex = async (store: Store<AptosTables>): Promise<string[]> => {
  const lines: string[] = []
  for (const table of indexTables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db)
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(row, asHex)}`).sort())
  }
  return lines
}

const asHex = (name: string, value: unknown): unknown => {
  if (ofOrder.includes(name)) return undefined
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}
