import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { z } from 'zod'
import { checked } from './checked.ts'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/**
 * Where the demo's files are. A bundler may move this module away from them; the project's own root then finds them, as
 * every process of the product is started there.
 */
function demoFile(name: string): string {
  const beside = import.meta.dirname ? join(import.meta.dirname, name) : undefined
  if (beside && existsSync(beside)) return beside
  return join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'demo', name)
}

/** An archive is one JSON document under brotli: a window of 16 MB finds a hash again wherever it was said before. */
export async function readArchive<T>(name: string, schema: z.ZodType<T>): Promise<T> {
  const content = await decompress(await readFile(/* turbopackIgnore: true */ demoFile(name)))
  return checked(schema, JSON.parse(content.toString('utf8')))
}

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
  await writeFile(join(import.meta.dirname, name), packed)
  return packed.length
}
