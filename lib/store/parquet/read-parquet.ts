import { type FileHandle, open } from 'node:fs/promises'
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { CopyFault, type RowPages } from './chain-copy.ts'
import { rowsMax } from './chain-rows.ts'
import type { ChainTable } from './chain-tables.ts'
import { fromColumns, parquetSchema } from './parquet-columns.ts'

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
