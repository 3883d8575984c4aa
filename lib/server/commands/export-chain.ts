import { readSetting } from '#lib/store/own-tables/settings.ts'
import { exportChain } from '#lib/store/parquet/export-chain.ts'
import { deleteChain } from '#lib/store/parquet/store-source.ts'
import { databaseOf, findChainToCopy, openPlace, readArguments, readConfig, runCommand } from './chain-command.ts'

/* Exports a chain as Parquet. Spyglass should be stopped: a chain that changes meanwhile is refused. */

const usage = `Usage: npm run export-chain -- <chain> <folder> [--delete]
  <chain>   writes its tables from its database (DATABASE_URL_<CHAIN>, or DATABASE_URL) as Parquet
  <folder>  a new or empty one
  --delete  deletes the chain in that database once its export is complete, to import it into another one`

const deleteFlag = '--delete'

await runCommand(async () => {
  const { words, has } = readArguments(usage, 2, [deleteFlag])
  const [name = '', folder = ''] = words
  const place = databaseOf(readConfig(), name)
  const store = await openPlace(place)
  try {
    const { chain, version } = await findChainToCopy(name, (setting) => readSetting(store, setting))
    const { tables, rows } = await exportChain(store, folder, chain, {
      version,
      onTable: (table, { count, hash }) => console.log(`${table}: ${count} rows, ${hash}`),
    })
    console.log(`${folder} has all ${rows} rows of ${tables} tables, equal by hash to ${place.variable}.`)
    if (!has(deleteFlag)) return
    await deleteChain(store, chain)
    console.log(`Deleted them in ${place.variable}.`)
  } finally {
    await store.close()
  }
})
