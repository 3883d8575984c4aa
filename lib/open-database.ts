import { aptosMigrations } from '#lib/aptos/migrations.ts'
import type { AptosTables } from '#lib/aptos/tables.ts'
import type { Config } from '#lib/config.ts'
import { evmMigrations } from '#lib/evm/migrations.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { signInMigrations } from '#lib/sign-in/migrations.ts'
import type { SignInTables } from '#lib/sign-in/tables.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/settings.ts'
import type { Store } from '#lib/store/store.ts'

export type Tables = EvmTables & AptosTables & SignInTables

/** Opens the database and brings it up to date; web and worker may do so at the same time. */
export const openDatabase = async (
  { databaseUrl }: Config,
  options: { applicationName: string; onConnectionLost: (error: Error) => void },
): Promise<Store<Tables>> => {
  const store = await openStore<Tables>(databaseUrl, options)
  await migrate(store, storeMigrations, evmMigrations, aptosMigrations, signInMigrations)
  return store
}
