import { importChain } from '#lib/store/parquet/import-chain.ts'
import { readManifest } from '#lib/store/parquet/manifest.ts'
import { databaseOf, findChainToCopy, openPlace, readArguments, readConfig, runCommand } from './chain-command.ts'

/* Imports a chain from an export. Spyglass should be stopped. */

const usage = `Usage: npm run import-chain -- <chain> <folder> [--replace]
  <chain>    fills its database (DATABASE_URL_<CHAIN>, or DATABASE_URL), and compares all rows by hash
  <folder>   written by npm run export-chain
  --replace  deletes its rows in that database first`

const replaceFlag = '--replace'

await runCommand(async () => {
  const { words, has } = readArguments(usage, 2, [replaceFlag])
  const [name = '', folder = ''] = words
  const config = readConfig()
  const manifest = await readManifest(folder)
  const { chain, version } = await findChainToCopy(name, async (setting) => manifest.settings[setting])
  const place = databaseOf(config, chain.name)
  const store = await openPlace(place)
  try {
    const { tables, rows } = await importChain({ folder, manifest }, store, chain, version, {
      replaces: has(replaceFlag),
      onTable: (table, { count, hash }) => console.log(`${table}: ${count} rows, ${hash}`),
    })
    console.log(`${place.variable} has all ${rows} rows of ${tables} tables, equal by hash. Start Spyglass.`)
  } finally {
    await store.close()
  }
})
