import { mkdir, readdir } from 'node:fs/promises'
import {
  type ChainExtras,
  type ChainTarget,
  copyChain,
  type Moved,
  type MovedChain,
  MoveFault,
  type OnTable,
} from '#lib/store/move/chain-copy.ts'
import { digestOf } from '#lib/store/move/rows-digest.ts'
import { openStoreSource } from '#lib/store/move/store-source.ts'
import type { Store } from '#lib/store/store.ts'
import { fileOf, manifestName, writeManifest } from './manifest.ts'
import { readParquet } from './read-parquet.ts'
import { type WrittenFile, writeParquet } from './write-parquet.ts'

/** What decides whether an export can be imported. */
export type ExportVersion = { version: string; migrations: readonly string[] }

/**
 * Writes a chain into a new folder, a Parquet file per table, and compares what can be read from them with the database.
 * @throws MoveFault if the chain changed meanwhile, or the folder is not empty.
 */
export const exportChain = async (
  store: Store<unknown>,
  folder: string,
  chain: MovedChain,
  version: ExportVersion,
  onTable?: OnTable,
): Promise<Moved> =>
  await copyChain(await openStoreSource(store, chain), createFolderTarget(folder, chain, version), onTable)

const createFolderTarget = (
  folder: string,
  { name, id }: MovedChain,
  { version, migrations }: ExportVersion,
): ChainTarget => {
  const files = new Map<string, WrittenFile>()
  let extras: ChainExtras = { settings: {}, jobs: [] }
  return {
    begin: async () => {
      await mkdir(folder, { recursive: true })
      const found = await readdir(folder)
      if (found.includes(manifestName)) throw new MoveFault(`${folder} already has an export. Give a new folder.`)
      if (found.length > 0)
        throw new MoveFault(
          `${folder} is not empty. Give a new folder; an export without ${manifestName} is not whole.`,
        )
    },
    fill: async (table, pages) => {
      files.set(table.name, await writeParquet(fileOf(folder, table.name), table, pages))
    },
    complete: async (given) => {
      extras = given
    },
    digest: (table) => digestOf(readParquet(fileOf(folder, table.name), table), table.columns),
    release: async (digests) => {
      const tables = [...files].flatMap(([table, file]) => {
        const digest = digests.get(table)
        return digest ? [{ name: table, ...file, rows: digest.count, digest: digest.hash }] : []
      })
      const { settings, jobs } = extras
      const facts = { format: 1 as const, version, chain: { name, id }, migrations: [...migrations] }
      const ofJobs = jobs.map((job) => ({ ...job, leased_until: null }))
      await writeManifest(folder, { ...facts, tables, settings, jobs: ofJobs })
    },
  }
}
