import { type Config, familySettings } from '#lib/config/config.ts'
import { MoveFault } from '#lib/store/move/chain-copy.ts'
import { deleteChain, moveChain } from '#lib/store/move/move-chain.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import {
  type DatabasePlace,
  findChainToMove,
  mainDatabase,
  openPlace,
  readArguments,
  readConfig,
  runCommand,
} from './chain-command.ts'

/*
 * Moves a chain to the database of its own, or back. Spyglass should be stopped: a chain that changes while it is copied is
 * refused.
 */

const usage = `Usage: npm run move-chain -- <chain> [--back] [--replace] | <chain> --delete-old
  <chain>       copies it from DATABASE_URL to DATABASE_URL_<CHAIN>, and compares all rows by hash
  --back        the other way round
  --replace     deletes its rows in the other database first
  --delete-old  deletes its rows in DATABASE_URL, once DATABASE_URL_<CHAIN> has it`

const ownDatabase = (config: Config, name: string): DatabasePlace => {
  const own = config.chainDatabases[name]
  if (own !== undefined && own.url !== config.databaseUrl) return own
  const chain = familySettings(config)
    .flatMap(({ chains = [] }) => chains)
    .find((each) => each.name === name)
  if (chain === undefined) throw new MoveFault(`${name} is not a known chain.`)
  throw new MoveFault(`Set DATABASE_URL_${chain.variable} to another database than DATABASE_URL.`)
}

await runCommand(async () => {
  const { words, has } = readArguments(usage, 1, ['--back', '--replace', '--delete-old'])
  const [name = ''] = words
  const back = has('--back')
  const config = readConfig()
  const [main, own] = [mainDatabase(config), ownDatabase(config, name)]
  const [from, to] = back ? [own, main] : [main, own]
  const source = await openPlace(from)
  const target = await openPlace(to)
  try {
    const { chain } = await findChainToMove(name, (setting) => readSetting(source, setting))
    if (has('--delete-old')) {
      const [old, used] = back ? [target, source] : [source, target]
      const rows = await deleteChain(old, used, chain)
      console.log(`Deleted ${rows} rows of ${name} in DATABASE_URL.`)
      return
    }
    console.log(`Moving ${name} from ${from.variable} to ${to.variable}.`)
    const { tables, rows } = await moveChain(source, target, chain, {
      replaces: has('--replace'),
      onTable: (table, { count, hash }) => console.log(`${table}: ${count} rows, ${hash}`),
    })
    const next = back
      ? `Unset ${from.variable}, and start Spyglass.`
      : `Start Spyglass with ${to.variable} as it is set now.`
    console.log(`${to.variable} has all ${rows} rows of ${tables} tables, equal by hash. ${next}`)
    if (!back) console.log(`Then delete them in DATABASE_URL: npm run move-chain -- ${name} --delete-old`)
  } finally {
    await target.close()
    await source.close()
  }
})
