import { createHash } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Store } from '#lib/store/store.ts'
import {
  type ChainExtras,
  type ChainTarget,
  type CopiedChain,
  type CopyCounts,
  CopyFault,
  copyChain,
  type OnTable,
  type RowPages,
} from './chain-copy.ts'
import type { MovedRow } from './chain-rows.ts'
import { sizeOf } from './chain-rows.ts'
import type { ChainTable } from './chain-tables.ts'
import { fileOf, manifestName, writeManifest } from './manifest.ts'
import { parquetSchema, toColumns } from './parquet-columns.ts'
import { readParquet } from './read-parquet.ts'
import { digestOf } from './rows-digest.ts'
import { openStoreSource } from './store-source.ts'

/**
 * A row group is kept in memory until it is written: it ends with the page of rows that exceeds one of these. What is noted of
 * each until the end of the file is under a byte a row.
 */
const groupBytes = 4 << 20
const groupRows = 20_000

type WrittenFile = { bytes: number; sha256: string }

/** Writes a new file, a row group at a time. */
const writeParquet = async (path: string, table: ChainTable, pages: RowPages): Promise<WrittenFile> => {
  const file = await open(path, 'wx')
  try {
    const hash = createHash('sha256')
    const writer = Object.assign(new ByteWriter(), {
      flush: async (): Promise<void> => {
        const bytes = writer.getBytes()
        hash.update(bytes)
        await file.appendFile(bytes)
        writer.index = 0
      },
    })
    const parquet = new ParquetWriter({ writer, schema: parquetSchema(table), createdBy: 'spyglass' })
    for await (const rows of rowGroups(pages))
      await parquet.write({ columnData: toColumns(table, rows), rowGroupSize: rows.length })
    await parquet.finish()
    await writer.flush()
    await file.sync()
    return { bytes: writer.offset, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

async function* rowGroups(pages: RowPages): RowPages {
  let group: MovedRow[] = []
  let bytes = 0
  for await (const rows of pages) {
    for (const row of rows) {
      group.push(row)
      bytes += sizeOf(row)
    }
    if (bytes < groupBytes && group.length < groupRows) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}

/** What decides whether an export can be imported. */
export type ExportVersion = { version: string; migrations: readonly string[] }

/**
 * Writes a chain into a new folder, a Parquet file per table, and compares what can be read from them with the database.
 * @throws CopyFault if the chain changed meanwhile, or the folder is not empty.
 */
export const exportChain = async (
  store: Store<unknown>,
  folder: string,
  chain: CopiedChain,
  { version, onTable }: { version: ExportVersion; onTable?: OnTable | undefined },
): Promise<CopyCounts> =>
  await copyChain(await openStoreSource(store, chain), createFolderTarget(folder, chain, version), onTable)

const createFolderTarget = (
  folder: string,
  { name, id }: CopiedChain,
  { version, migrations }: ExportVersion,
): ChainTarget => {
  const files = new Map<string, WrittenFile>()
  let extras: ChainExtras = { settings: {}, jobs: [] }
  return {
    begin: async () => {
      await mkdir(folder, { recursive: true })
      const found = await readdir(folder)
      if (found.includes(manifestName)) throw new CopyFault(`${folder} already has an export. Give a new folder.`)
      if (found.length > 0)
        throw new CopyFault(
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
