import { type Config, ConfigError, familySettings, loadConfig } from '#lib/config/config.ts'
import { permanentFaultCode } from '#lib/process/supervise.ts'
import { allFamilies } from '#lib/server/families.ts'
import { openUpToDate } from '#lib/server/open-database.ts'
import { columnTypes } from '#lib/store/column-types.ts'
import { DatabaseFault, databaseFault } from '#lib/store/drivers/database-fault.ts'
import { type CopiedChain, CopyFault } from '#lib/store/parquet/chain-copy.ts'
import type { ExportVersion } from '#lib/store/parquet/export-chain.ts'
import type { Store } from '#lib/store/store.ts'
import packageFacts from '#package.json' with { type: 'json' }

/* What the commands that import or export a chain share. */

/** The words of the command line that are not flags, and whether it has a flag. @throws CopyFault with the usage. */
export const readArguments = (usage: string, wordCount: number, flags: readonly string[]) => {
  const given = process.argv.slice(2)
  const words = given.filter((word) => !word.startsWith('--'))
  const isKnown = given.every((word) => !word.startsWith('--') || flags.includes(word))
  if (words.length !== wordCount || !isKnown) throw new CopyFault(usage)
  return { words, has: (flag: string): boolean => given.includes(flag) }
}

export const readConfig = (): Config => {
  const config = loadConfig()
  for (const { apply } of familySettings(config)) apply?.()
  return config
}

type DatabasePlace = { url: string; variable: string }

/** The database that is used for a chain. */
export const databaseOf = (config: Config, chain: string): DatabasePlace =>
  config.chainDatabases[chain] ?? { url: config.databaseUrl, variable: 'DATABASE_URL' }

export const openPlace = async ({ url, variable }: DatabasePlace): Promise<Store<unknown>> => {
  try {
    return await openUpToDate(url)
  } catch (error) {
    throw databaseFault(error, url, variable) ?? error
  }
}

/** The chain, the table names of its family, and what made these tables. */
export const findChainToCopy = async (
  name: string,
  readSetting: (name: string) => Promise<string | undefined>,
): Promise<{ chain: CopiedChain; version: ExportVersion }> => {
  for (const family of allFamilies) {
    const chain = await family.chainToCopy(name, readSetting)
    if (!chain) continue
    const migrations = Object.keys(family.migrations.migrations(columnTypes('sqlite'))).toSorted()
    return { chain: { ...chain, tables: [`${family.name}_`] }, version: { version: packageFacts.version, migrations } }
  }
  throw new CopyFault(`${name} is not a known chain.`)
}

/** Runs a command, and prints what the operator can do something about as one line; `ownFaults` are its own of that kind. */
export const runCommand = async (run: () => Promise<void>, ownFaults: readonly FaultClass[] = []): Promise<void> => {
  try {
    await run()
  } catch (error) {
    const isKnown = [...knownFaults, ...ownFaults].some((fault) => error instanceof fault)
    if (!(error instanceof Error && (isKnown || isFileFault(error)))) throw error
    console.error(`spyglass: ${error.message}`)
    process.exitCode = permanentFaultCode
  }
}

type FaultClass = abstract new (...parameters: never[]) => Error
const knownFaults: readonly FaultClass[] = [CopyFault, ConfigError, DatabaseFault]

/** A full disk, or a file or folder that may not be read or written. */
const isFileFault = (error: Error): boolean => 'syscall' in error && 'code' in error && !('address' in error)
