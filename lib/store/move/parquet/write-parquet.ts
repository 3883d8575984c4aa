import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { RowPages } from '#lib/store/move/chain-copy.ts'
import { type ChainRow, sizeOf } from '#lib/store/move/chain-rows.ts'
import type { ChainTable } from '#lib/store/move/chain-tables.ts'
import { parquetSchema, toColumns } from './parquet-columns.ts'

/**
 * A row group is kept in memory until it is written: it ends with the page of rows that exceeds one of these. What is noted of
 * each until the end of the file is under a byte a row.
 */
const groupBytes = 4 << 20
const groupRows = 20_000

export type WrittenFile = { bytes: number; sha256: string }

/** Writes a new file, a row group at a time. */
export const writeParquet = async (path: string, table: ChainTable, pages: RowPages): Promise<WrittenFile> => {
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
  let group: ChainRow[] = []
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
