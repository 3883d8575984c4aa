import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type SchemaElement,
} from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Store } from '#lib/store/store.ts'
import {
  type ChainExtras,
  type ChainTable,
  type ChainTarget,
  type ColumnKind,
  type CopiedChain,
  type CopyCounts,
  CopyFault,
  copyChain,
  digestOf,
  type MovedRow,
  type OnTable,
  type RowPages,
  rowsMax,
  sizeOf,
} from './chain-copy.ts'
import { fileOf, manifestName, writeManifest } from './manifest.ts'
import { openStoreSource } from './store-source.ts'

/* Both databases have the same file: whole numbers as INT64, text as UTF-8, amounts as the decimal text that is stored. */

/** What reader and writer agree on. */
type Element = Pick<SchemaElement, 'name' | 'num_children' | 'type' | 'converted_type' | 'repetition_type'>

type ParquetKind = {
  element: Omit<Element, 'name'>
  toFile: (value: never) => unknown
  /** @throws RangeError for a whole number that the program does not compute with. */
  fromFile: (value: never) => unknown
}

const same = (value: unknown): unknown => value

const exactNumber = (value: bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond the whole numbers that are stored`)
  return number
}

const parquetKinds: Readonly<Record<ColumnKind, ParquetKind>> = {
  integer: { element: { type: 'INT64' }, toFile: (value: number) => BigInt(value), fromFile: exactNumber },
  real: { element: { type: 'DOUBLE' }, toFile: same, fromFile: same },
  text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, toFile: same, fromFile: same },
  bytes: { element: { type: 'BYTE_ARRAY' }, toFile: same, fromFile: same },
}

const kindOf = ({ kinds }: ChainTable, column: string): ParquetKind => parquetKinds[kinds[column] ?? 'bytes']

const parquetSchema = (table: ChainTable): Element[] => [
  { name: table.name, num_children: table.columns.length },
  ...table.columns.map((name) => ({ name, ...kindOf(table, name).element, repetition_type: 'OPTIONAL' as const })),
]

/** The values of each column. */
const toColumns = (table: ChainTable, rows: readonly MovedRow[]) =>
  table.columns.map((name) => {
    const toFile = kindOf(table, name).toFile as (value: unknown) => unknown
    // Minima and maxima help readers to skip parts of a file by number; of addresses and hashes they only cost.
    const facts = { name, statistics: table.kinds[name] === 'integer', offsetIndex: false }
    return { ...facts, data: rows.map((row) => (row[name] == null ? null : toFile(row[name]))) }
  })

const fromColumns = (table: ChainTable, rows: readonly MovedRow[]): MovedRow[] => {
  const columns = table.columns.map((name) => ({
    name,
    fromFile: kindOf(table, name).fromFile as (value: unknown) => unknown,
  }))
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name, fromFile }) => [name, row[name] == null ? null : fromFile(row[name])])),
  )
}

/** Far above the groups that this program writes: a group is read into memory as a whole. */
const groupRowsMax = 100_000

/** The rows of a file, a row group at a time. @throws CopyFault if it is not a file of this table. */
export async function* readParquet(path: string, table: ChainTable): RowPages {
  const handle = await open(path)
  try {
    const file = await bufferOf(handle)
    const metadata = await orFault(path, () => parquetMetadataAsync(file))
    if (!hasSchemaOf(table, metadata)) throw new CopyFault(`${path} has other columns than the table ${table.name}.`)
    let rowStart = 0
    for (const group of metadata.row_groups) {
      if (group.num_rows > groupRowsMax)
        throw new CopyFault(`${path} has a row group of ${group.num_rows} rows; at most ${groupRowsMax} are read.`)
      const rowEnd = rowStart + Number(group.num_rows)
      const options = { file, metadata, rowStart, rowEnd, utf8: false, parsers: { stringFromBytes } }
      const rows = await orFault(path, async () => fromColumns(table, await parquetReadObjects(options)))
      for (let from = 0; from < rows.length; from += rowsMax) yield rows.slice(from, from + rowsMax)
      rowStart = rowEnd
    }
  } finally {
    await handle.close()
  }
}

/** Keeps a byte order mark at the start, which is part of a value. */
const stringFromBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

const bufferOf = async (handle: FileHandle): Promise<AsyncBuffer> => {
  const { size } = await handle.stat()
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const buffer = new ArrayBuffer(Math.max(0, Math.min(end, size) - start))
      const { bytesRead } = await handle.read(new Uint8Array(buffer), { position: start })
      if (bytesRead < buffer.byteLength) throw new RangeError('the file ends early')
      return buffer
    },
  }
}

const hasSchemaOf = (table: ChainTable, { schema }: FileMetaData): boolean => {
  const facts = (elements: FileMetaData['schema']): string =>
    JSON.stringify(elements.slice(1).map((each) => [each.name, each.type, each.converted_type, each.repetition_type]))
  return facts(schema) === facts(parquetSchema(table))
}

/** The library throws errors of many kinds for a damaged file. */
const orFault = async <Result>(path: string, read: () => Promise<Result>): Promise<Result> => {
  try {
    return await read()
  } catch (error) {
    throw new CopyFault(`${path} cannot be read as Parquet.`, { cause: error })
  }
}

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
