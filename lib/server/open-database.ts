import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { signInMigrations } from '#lib/account/migrations.ts'
import type { SignInTables } from '#lib/account/tables.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Config } from '#lib/config/config.ts'
import { databaseFault, recoverySentence } from '#lib/store/drivers/database-fault.ts'
import { createDatabaseWatch, type DatabaseWatch, failureKind } from '#lib/store/drivers/database-watch.ts'
import { requireAnswer } from '#lib/store/drivers/postgres/response-watch.ts'
import { openStore, type StoreOptions, storeAt } from '#lib/store/open.ts'
import { rateLimitMigrations } from '#lib/store/own-tables/rate-limit-table.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { refuseUnfinishedImports } from '#lib/store/parquet/store-source.ts'
import type { ReplicaState } from '#lib/store/replica-watch.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { type ChainStore, createStores, type Stores } from '#lib/store/stores.ts'
import { allFamilies } from './families.ts'

const retryMsFirst = 500
const retryMsMax = 5_000
/** A fault that lasts is repeated on the terminal this often. */
const printAgainMs = 60_000

export type OpenDatabaseOptions = {
  applicationName: string
  /** Whether lists are read from DATABASE_READ_URL, if it is set. */
  usesReplica?: boolean
  /** Statements of a chain with a database of its own are refused once that has not answered a question for this long. */
  silentAfterMs?: number
  log: { info(text: string): void; warn(facts: object, text: string): void }
  /** Called once for each failure that is waited for, and again every minute. */
  onWaiting?: (message: string) => void
}

/**
 * Opens the database and brings it up to date; web and worker may do so at the same time. A fault that can pass (the server
 * is down, the file is locked, the disk is full) is waited for.
 * @throws DatabaseFault for every other one.
 */
const openDatabase = async (
  { databaseUrl, databaseReadUrl, chainDatabases }: Config,
  options: OpenDatabaseOptions,
): Promise<Store<SignInTables>> => {
  const isUsedFor = (chain: string): boolean => (chainDatabases[chain]?.url ?? databaseUrl) === databaseUrl
  const replicaUrl = options.usesReplica ? databaseReadUrl : undefined
  const waiting = createWaiting(options)
  for (;;) {
    try {
      return await openOnce(databaseUrl, replicaUrl, isUsedFor, options)
    } catch (error) {
      const fault = databaseFault(error, databaseUrl)
      if (!fault?.mayPass) throw fault ?? error
      await waiting(fault.message)
    }
  }
}

/** Opens the main database, and begins to open those of single chains: one that is away does not keep the others waiting. */
export const openDatabases = async (config: Config, options: OpenDatabaseOptions): Promise<Stores> => {
  const main = await openDatabase(config, options)
  const byUrl = new Map<string, ChainStore>()
  const chains = new Map<string, ChainStore>()
  for (const [chain, database] of Object.entries(config.chainDatabases)) {
    const { url } = database
    if (url === config.databaseUrl) continue
    const isUsedFor = (other: string): boolean => config.chainDatabases[other]?.url === url
    const store = byUrl.get(url) ?? openChainStore(database, isUsedFor, options)
    byUrl.set(url, store)
    chains.set(chain, store)
  }
  return createStores(main.withTables<unknown>(), chains)
}

/** Waits longer from call to call, and prints why. */
const createWaiting = ({ onWaiting = (message) => console.error(`spyglass: ${message}`) }: OpenDatabaseOptions) => {
  let waitMs = retryMsFirst
  let printed: { message: string; at: number } | undefined
  return async (message: string, signal?: AbortSignal): Promise<void> => {
    if (printed?.message !== message || performance.now() - printed.at >= printAgainMs) {
      printed = { message, at: performance.now() }
      onWaiting(message)
    }
    await wait(waitMs, undefined, { signal }).catch(() => {})
    waitMs = Math.min(retryMsMax, 2 * waitMs)
  }
}

/** Every fault is waited for: the other chains go on. */
const openChainStore = (
  { url, variable }: Config['chainDatabases'][string],
  isUsedFor: (chain: string) => boolean,
  options: OpenDatabaseOptions,
): ChainStore => {
  const closing = new AbortController()
  const waiting = createWaiting(options)
  let refusal = 'The database of this chain is being opened.'
  let isOpen = false
  const shared = storeOptions(
    options,
    logWatch(options.log, url, () => isOpen, variable),
  )
  const gate = (): void => {
    if (!isOpen) throw new ServiceError('not_available', refusal, { retryAfterSeconds: 5 })
  }
  const store = storeAt<unknown>(url, { ...shared, gate, silentAfterMs: options.silentAfterMs })
  const open = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        if (store.dialect === 'postgres') await requireAnswer(url, options.applicationName, closing.signal)
        if (closing.signal.aborted) return
        const first = await openStore(url, { ...shared, connectionsMax: 1 })
        try {
          await bringUpToDate(first)
          await refuseUnfinishedImports(first, isUsedFor)
        } finally {
          await first.close()
        }
        isOpen = true
        return
      } catch (error) {
        const fault = databaseFault(error, url, variable)
        refusal = 'The database of this chain cannot be used at the moment.'
        if (!fault) options.log.warn({ err: error, setting: variable }, 'could not open the database of a chain')
        await waiting(fault?.message ?? `The database in ${variable} could not be opened.`, closing.signal)
      }
    }
  }
  const opened = open()
  return {
    store,
    opened,
    close: async () => {
      closing.abort()
      await opened
      await store.close()
    },
  }
}

/** The tables of all families are in every database, so that a chain can be imported into any. */
const bringUpToDate = async <Tables>(store: Store<Tables>): Promise<void> => {
  await migrate(store, storeMigrations, ...allFamilies.map(({ migrations }) => migrations))
  // Migrations of a database that is up to date write nothing: a write of no row finds one that is read-only.
  await sql`delete from migration_lock where 1 = 0`.execute(store.db)
}

/** Opens a database once for work on its chains. */
export const openUpToDate = async (url: string): Promise<Store<unknown>> => {
  const store = await openStore<unknown>(url, { applicationName: 'spyglass import and export' })
  try {
    await bringUpToDate(store)
    return store
  } catch (error) {
    await store.close().catch(() => {})
    throw error
  }
}

/** What is written into a deleted file is lost: the process that is started next opens the file that is there then. */
const endWithFile = (path: string): void => {
  console.error(
    `spyglass: The database file ${path} was deleted or replaced while it was in use. Ending, to open it again.`,
  )
  process.exit(1)
}

const storeOptions = ({ applicationName, log }: OpenDatabaseOptions, watch: DatabaseWatch): StoreOptions => ({
  applicationName,
  onFileLost: endWithFile,
  onConnectionLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  watch,
})

/** Failures at the start are printed to the terminal. */
const logWatch = (log: OpenDatabaseOptions['log'], url: string, isOpen: () => boolean, variable?: string) =>
  createDatabaseWatch({
    onFault: (error) => {
      if (isOpen()) log.warn({ fault: failureKind(error) }, databaseFault(error, url, variable)?.message ?? '')
    },
    onRecovery: () => {
      if (isOpen()) log.info(recoverySentence(url))
    },
  })

const openOnce = async (
  databaseUrl: string,
  replicaUrl: string | undefined,
  isUsedFor: (chain: string) => boolean,
  options: OpenDatabaseOptions,
): Promise<Store<SignInTables>> => {
  const { log } = options
  let isOpen = false
  const store = await openStore<SignInTables>(databaseUrl, {
    ...storeOptions(
      options,
      logWatch(log, databaseUrl, () => isOpen),
    ),
    replica: replicaUrl === undefined ? undefined : { url: replicaUrl, onChange: (state) => logReplica(log, state) },
  })
  try {
    await bringUpToDate(store)
    await migrate(store, signInMigrations, rateLimitMigrations)
    await refuseUnfinishedImports(store, isUsedFor)
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
