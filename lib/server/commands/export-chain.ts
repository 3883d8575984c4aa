import { exportChain } from '#lib/store/move/parquet/export-chain.ts'
import { readSetting } from '#lib/store/own-tables/settings.ts'
import { databaseOf, findChainToMove, openPlace, readArguments, readConfig, runCommand } from './chain-command.ts'

/* Exports a chain as Parquet. Spyglass should be stopped: a chain that changes meanwhile is refused. */

const usage = `Usage: npm run export-chain -- <chain> <folder>
  <chain>   writes its tables from its database (DATABASE_URL_<CHAIN>, or DATABASE_URL) as Parquet
  <folder>  a new or empty one`

await runCommand(async () => {
  const { words } = readArguments(usage, 2, [])
  const [name = '', folder = ''] = words
  const place = databaseOf(readConfig(), name)
  const store = await openPlace(place)
  try {
    const { chain, version } = await findChainToMove(name, (setting) => readSetting(store, setting))
    const { tables, rows } = await exportChain(store, folder, chain, version, (table, { count, hash }) =>
      console.log(`${table}: ${count} rows, ${hash}`),
    )
    console.log(`${folder} has all ${rows} rows of ${tables} tables, equal by hash to ${place.variable}.`)
  } finally {
    await store.close()
  }
})
