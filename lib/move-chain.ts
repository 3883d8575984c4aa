import { type Config, ConfigError, familySettings, loadConfig } from '#lib/config.ts'
import { allFamilies } from '#lib/families.ts'
import { openUpToDate } from '#lib/open-database.ts'
import { permanentFaultCode } from '#lib/process/exit-code.ts'
import { DatabaseFault, databaseFault } from '#lib/store/drivers/database-fault.ts'
import { deleteChain, type MovedChain, MoveFault, moveChain } from '#lib/store/move/move-chain.ts'
import type { Store } from '#lib/store/store.ts'

/*
 * Moves a chain to the database of its own, or back. Spyglass should be stopped: a chain that changes while it is copied is
 * refused.
 */

const usage = `Usage: npm run move-chain -- <chain> [--back] [--replace] | <chain> --delete-old
  <chain>       copies it from DATABASE_URL to DATABASE_URL_<CHAIN>, and compares all rows by hash
  --back        the other way round
  --replace     deletes its rows in the other database first
  --delete-old  deletes its rows in DATABASE_URL, once DATABASE_URL_<CHAIN> has it`

const flags = ['--back', '--replace', '--delete-old']

type Place = { variable: string; store: Store<unknown> }

const readArguments = () => {
  const words = process.argv.slice(2)
  const [name, ...others] = words.filter((word) => !word.startsWith('--'))
  const unknown = words.find((word) => word.startsWith('--') && !flags.includes(word))
  if (name === undefined || others.length > 0 || unknown !== undefined) throw new MoveFault(usage)
  const has = (flag: string): boolean => words.includes(flag)
  return { name, back: has('--back'), replaces: has('--replace'), deletesOld: has('--delete-old') }
}

const open = async (url: string, variable: string): Promise<Place> => {
  try {
    return { variable, store: await openUpToDate(url) }
  } catch (error) {
    throw databaseFault(error, url, variable) ?? error
  }
}

/** The chain, and the table names of its family. */
const chainToMove = async (name: string, source: Store<unknown>): Promise<MovedChain> => {
  for (const family of allFamilies) {
    const chain = await family.chainToMove(name, source)
    if (chain) return { ...chain, tables: [`${family.name}_`] }
  }
  throw new MoveFault(`${name} is not a chain that can be moved.`)
}

const ownDatabase = (config: Config, name: string) => {
  const own = config.chainDatabases[name]
  if (own !== undefined && own.url !== config.databaseUrl) return own
  const chain = familySettings(config)
    .flatMap(({ chains = [] }) => chains)
    .find((each) => each.name === name)
  if (chain === undefined) throw new MoveFault(`${name} is not a known chain.`)
  throw new MoveFault(`Set DATABASE_URL_${chain.variable} to another database than DATABASE_URL.`)
}

const run = async (): Promise<void> => {
  const { name, back, replaces, deletesOld } = readArguments()
  const config = loadConfig()
  for (const { apply } of familySettings(config)) apply?.()
  const { url, variable } = ownDatabase(config, name)
  const main = await open(config.databaseUrl, 'DATABASE_URL')
  const own = await open(url, variable)
  const [from, to] = back ? [own, main] : [main, own]
  try {
    const chain = await chainToMove(name, from.store)
    if (deletesOld) {
      const rows = await deleteChain(main.store, own.store, chain)
      console.log(`Deleted ${rows} rows of ${name} in DATABASE_URL.`)
      return
    }
    console.log(`Moving ${name} from ${from.variable} to ${to.variable}.`)
    const { tables, rows } = await moveChain(from.store, to.store, chain, {
      replaces,
      onTable: (table, { count, hash }) => console.log(`${table}: ${count} rows, ${hash}`),
    })
    const next = back ? `Unset ${variable}, and start Spyglass.` : `Start Spyglass with ${variable} as it is set now.`
    console.log(`${to.variable} has all ${rows} rows of ${tables} tables, equal by hash. ${next}`)
    if (!back) console.log(`Then delete them in DATABASE_URL: npm run move-chain -- ${name} --delete-old`)
  } finally {
    await own.store.close()
    await main.store.close()
  }
}

try {
  await run()
} catch (error) {
  const isKnown = error instanceof MoveFault || error instanceof ConfigError || error instanceof DatabaseFault
  if (!isKnown) throw error
  console.error(`spyglass: ${error.message}`)
  process.exitCode = permanentFaultCode
}
