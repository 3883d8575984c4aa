import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Where lib/demo/archive.ts reads archives. */
const folder = join(import.meta.dirname, '../../lib/demo')

/** Writes one JSON document with Brotli; its window of 16 MB finds a repeated hash anywhere. Returns the size in bytes. */
export async function writeArchive(name: string, content: unknown): Promise<number> {
  const text = Buffer.from(JSON.stringify(content), 'utf8')
  const packed = await compress(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  await writeFile(join(folder, name), packed)
  return packed.length
}
