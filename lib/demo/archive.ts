import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { z } from 'zod'
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

type DemoDocument = { contentType: string; body: Uint8Array }

const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
}
const archive = z.record(z.string(), z.string())
let loading: Promise<Record<string, string>> | undefined

/**
 * A metadata document or an image of the demo ledger's NFTs, or undefined when it is not ours. Takes `ipfs://<cid>/<name>`,
 * `ipfs://ipfs/<cid>/<name>` and any gateway's `https://…/ipfs/<cid>/<name>`.
 */
export async function demoDocument(uri: string): Promise<DemoDocument | undefined> {
  const path = /(?:^ipfs:\/\/(?:ipfs\/)?|\/ipfs\/)([a-z0-9]+\/[^/?#]+)$/.exec(uri)?.[1]
  if (!path) return undefined
  loading ??= readArchive('documents.archive', archive)
  const files = await loading
  const content = Object.hasOwn(files, path) ? files[path] : undefined
  const contentType = contentTypes[path.slice(path.lastIndexOf('.') + 1)]
  if (content === undefined || !contentType) return undefined
  return { contentType, body: Buffer.from(content, contentType === 'image/png' ? 'base64' : 'utf8') }
}
