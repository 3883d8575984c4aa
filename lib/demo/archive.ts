import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { z } from 'zod'
import { programFolder } from '#lib/process/program-folder.ts'

/** Validates a value and returns it unchanged: the schema's own result has its fields in another order. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  assertFits(schema, value)
  return value
}

function assertFits<T>(schema: z.ZodType<T>, value: unknown): asserts value is T {
  schema.parse(value)
}

const decompress = promisify(brotliDecompress)

/** An archive is one JSON document compressed with Brotli, created by `tests/demo-recorder`. */
export async function readArchive<T>(name: string, schema: z.ZodType<T>): Promise<T> {
  const content = await decompress(await readFile(/* turbopackIgnore: true */ join(programFolder, 'lib/demo', name)))
  return checked(schema, JSON.parse(content.toString('utf8')))
}
