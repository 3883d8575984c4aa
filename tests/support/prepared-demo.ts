import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findChain } from '#lib/evm/api/chains.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { readLedger } from '#tests/sdk/ledger.ts'
import { walkByHttp } from '#tests/sdk/sdk-walk.ts'
import { untilTraced } from '#tests/sdk/until-traced.ts'
import { startApiServer } from './api-server.ts'

/* The demo ledger as a database: indexed, traced, and with all previews of its NFTs. It is made once for the sources as they are. */

const cacheFolder = resolve('node_modules/.cache/spyglass')
const database = 'spyglass.db'
const media = 'media'
const previewsWithinMs = 120_000
const pollMs = 250

/** Environment of a process that uses the store in `folder`. */
export const environmentOf = (folder: string): { DATABASE_URL: string; MEDIA_DIR: string } => ({
  DATABASE_URL: `sqlite:${join(folder, database)}`,
  MEDIA_DIR: join(folder, media),
})

/** Copies the prepared store into `folder`, and makes it first if there is none for these sources. */
export const copyPreparedDemo = async (folder: string): Promise<void> => {
  prepared ??= prepare()
  const from = await prepared
  for (const name of [database, media]) await cp(join(from, name), join(folder, name), { recursive: true })
}

let prepared: Promise<string> | undefined

const prepare = async (): Promise<string> => {
  const final = join(cacheFolder, `demo-${sourcesHash()}`)
  if (existsSync(final)) return final
  for (const old of globSync(join(cacheFolder, 'demo-*'))) rmSync(old, { recursive: true, force: true })
  await mkdir(cacheFolder, { recursive: true })
  const folder = mkdtempSync(join(cacheFolder, 'making-'))
  try {
    await makeDemo(folder)
    renameSync(folder, final)
  } catch (error) {
    // Another process may have made it meanwhile: either one is right.
    if (!existsSync(final)) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return final
}

/** Has a new API server and worker index the ledger into `folder`. */
export const makeDemo = async (folder: string): Promise<void> => {
  const server = await startApiServer(environmentOf(folder))
  try {
    await untilTraced(server.url)
    await untilPreviewed(server.url)
    await untilNoneIsDue(folder)
  } finally {
    await server.stop()
  }
}

/** The worker makes the previews of all pictures of the ledger, asked for or not. */
const untilNoneIsDue = async (folder: string): Promise<void> => {
  const db = new DatabaseSync(join(folder, database), { readOnly: true })
  const due = db.prepare("select count(*) as due from evm_media where status = 'processing'")
  const giveUpAt = Date.now() + previewsWithinMs
  while (Number(due.get()?.due) > 0 && Date.now() < giveUpAt)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  db.close()
}

const sourcesHash = (): string => {
  const hash = createHash('sha256')
  const files = globSync(['lib/**/*', 'tests/support/prepared-demo.ts'], { withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Asking for previews has them made: their records change until they are. */
const untilPreviewed = async (url: string): Promise<void> => {
  const { collection, editions, collector } = await readLedger()
  const chain = `0x${findChain('demo')?.id.toString(16)}`
  const whole = { chain, normalizeMetadata: true, media_items: true, limit: 100 }
  const isPreviewed = async (): Promise<boolean> => {
    const nfts = await Promise.all([
      walkByHttp(url, evmApi.contractNfts, { ...whole, address: collection }),
      walkByHttp(url, evmApi.contractNfts, { ...whole, address: editions }),
      walkByHttp(url, evmApi.walletNfts, { ...whole, address: collector }),
    ])
    return nfts.flat().every((nft) => (nft as { media?: { status?: string } }).media?.status === 'success')
  }
  const giveUpAt = Date.now() + previewsWithinMs
  while (!(await isPreviewed())) {
    if (Date.now() > giveUpAt) throw new Error('The previews of the demo ledger were not made.')
    await new Promise((done) => setTimeout(done, pollMs))
  }
}
