import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#lib/config.ts'
import { allFamilies } from '#lib/families.ts'
import { signInMigrations } from '#lib/sign-in/migrations.ts'
import type { SignInTables } from '#lib/sign-in/tables.ts'
import { databaseFault } from '#lib/store/drivers/database-fault.ts'
import { createDatabaseWatch } from '#lib/store/drivers/database-watch.ts'
import { failureKind } from '#lib/store/drivers/failure.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { ReplicaState } from '#lib/store/replica-watch.ts'
import type { Store } from '#lib/store/store.ts'

const retryMsFirst = 500
const retryMsMax = 5_000
/** A fault that lasts is repeated on the terminal this often. */
const printAgainMs = 60_000

export type OpenDatabaseOptions = {
  applicationName: string
  /** Whether lists are read from DATABASE_READ_URL, if it is set. */
  usesReplica?: boolean
  log: { info(text: string): void; warn(facts: object, text: string): void }
  /** Called once for each failure that is waited for, and again every minute. */
  onWaiting?: (message: string) => void
}

/**
 * Opens the database and brings it up to date; web and worker may do so at the same time. A fault that can pass (the server
 * is down, the file is locked, the disk is full) is waited for.
 * @throws DatabaseFault for every other one.
 */
export const openDatabase = async (
  { databaseUrl, databaseReadUrl }: Config,
  options: OpenDatabaseOptions,
): Promise<Store<SignInTables>> => {
  const replicaUrl = options.usesReplica ? databaseReadUrl : undefined
  const { onWaiting = (message) => console.error(`spyglass: ${message}`) } = options
  let printed: { message: string; at: number } | undefined
  for (let waitMs = retryMsFirst; ; waitMs = Math.min(retryMsMax, 2 * waitMs)) {
    try {
      return await openOnce(databaseUrl, replicaUrl, options)
    } catch (error) {
      const fault = databaseFault(error, databaseUrl)
      if (!fault?.mayPass) throw fault ?? error
      if (printed?.message !== fault.message || performance.now() - printed.at >= printAgainMs) {
        printed = { message: fault.message, at: performance.now() }
        onWaiting(fault.message)
      }
    }
    await wait(waitMs)
  }
}

const openOnce = async (
  databaseUrl: string,
  replicaUrl: string | undefined,
  { applicationName, log }: OpenDatabaseOptions,
): Promise<Store<SignInTables>> => {
  // Failures at the start are printed to the terminal.
  let isOpen = false
  const watch = createDatabaseWatch({
    onFault: (error) => {
      if (isOpen) log.warn({ fault: failureKind(error) }, databaseFault(error, databaseUrl)?.message ?? '')
    },
    onRecovery: () => log.info('The database works again.'),
  })
  const store = await openStore<SignInTables>(databaseUrl, {
    applicationName,
    onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
    watch,
    replica: replicaUrl === undefined ? undefined : { url: replicaUrl, onChange: (state) => logReplica(log, state) },
  })
  try {
    await migrate(store, storeMigrations, ...allFamilies.map(({ migrations }) => migrations), signInMigrations)
    isOpen = true
    store.startReplica()
    return store
  } catch (error) {
    await store.close().catch(() => {})
    throw error
  }
}

const logReplica = (log: OpenDatabaseOptions['log'], { state, lagMs }: ReplicaState): void => {
  if (state === 'used') log.info('Lists are read from the replica.')
  else log.warn({ replica: state, lagMs }, 'Lists are read from the primary until the replica can be used.')
}
