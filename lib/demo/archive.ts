import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { z } from 'zod'
import { checked } from './checked.ts'

const decompress = promisify(brotliDecompress)

/**
 * The folder of the demo's files. A bundler may move this module away from them; they are then found from the project's
 * root, where every process is started.
 */
function demoFile(name: string): string {
  const beside = import.meta.dirname ? join(import.meta.dirname, name) : undefined
  if (beside && existsSync(beside)) return beside
  return join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'demo', name)
}

/** An archive is one JSON document compressed with Brotli, created by `tests/demo-recorder`. */
export async function readArchive<T>(name: string, schema: z.ZodType<T>): Promise<T> {
  const content = await decompress(await readFile(/* turbopackIgnore: true */ demoFile(name)))
  return checked(schema, JSON.parse(content.toString('utf8')))
}
