import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CopyFault } from './chain-copy.ts'

/* The list of what an export has. It is written last: a folder without one is not a whole export. */

export const manifestName = 'manifest.json'
const bytesMax = 64 << 20

const count = z.int().nonnegative()
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.object({
  format: z.literal(1),
  /** Of the program that exported the chain. */
  version: z.string(),
  chain: z.object({ name: z.string(), id: count }),
  /** What made the tables: files are imported by a version with the same ones. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z0-9_]{1,63}$/),
      bytes: count,
      /** Of the file. */
      sha256: hash,
      rows: count,
      /** Of the rows, in any order. */
      digest: hash,
    }),
  ),
  settings: z.record(z.string(), z.string()),
  jobs: z.array(
    z.object({
      kind: z.string(),
      key: z.string(),
      priority: z.int(),
      run_at: z.int(),
      leased_until: z.null(),
      claim: count,
      attempts: count,
      payload: z.string(),
      error: z.string().nullable(),
    }),
  ),
})

export type Manifest = z.output<typeof manifestSchema>

export const fileOf = (folder: string, table: string): string => join(folder, `${table}.parquet`)

export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const path = join(folder, manifestName)
  const file = await open(`${path}.new`, 'w')
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

/** @throws CopyFault if the folder has no export, or one that this version does not read. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const path = join(folder, manifestName)
  const text = await readFile(path, { encoding: 'utf8' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new CopyFault(`${folder} has no ${manifestName}: it is not an export, or one that was not finished.`)
  })
  if (text.length > bytesMax) throw new CopyFault(`${path} is too large.`)
  const { data, error } = manifestSchema.safeParse(parsed(text))
  if (data) return data
  const [issue] = error.issues
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : ''
  throw new CopyFault(`${path} is not a manifest that this version reads: ${issue?.message}${place}.`)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
