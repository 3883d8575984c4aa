import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { indexChain } from '#lib/evm/chain/follow/index-chain.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openUpToDate } from '#lib/server/open-database.ts'
import { testStores } from './store/test-stores.ts'
import { startAnvil } from './support/anvil.ts'
import { runScript } from './support/run-script.ts'
import { storedRows } from './support/stored-rows.ts'
import { sample } from './support/tier.ts'

/* The commands that export and import a chain: from a SQLite file to PostgreSQL. */

const folder = mkdtempSync(join(tmpdir(), 'spyglass-export-'))
const main = `sqlite:${join(folder, 'main.db')}`
const postgres = testStores('postgres')

/** Fills the database with the blocks of a devnet. */
const indexDevnet = async (): Promise<void> => {
  const anvil = await startAnvil()
  await anvil.rpc('anvil_mine', ['0x5'])
  const store = (await openUpToDate(main)).withTables<EvmTables>()
  const stopped = new AbortController()
  const pool = createPool([anvil.transport()])
  const reader = createEvmReader(pool, { finalityBlocks: 0, checkBloom: true })
  const chain = { name: 'local', expectedId: undefined, reader, start: { at: 0 }, mayReset: true, pollMs: 50 }
  const indexing = indexChain(store, chain, { log: { info: () => {}, warn: () => {} }, signal: stopped.signal })
  const blocks = async () => (await store.db.selectFrom('evm_blocks').select('number').execute()).length
  await vi.waitFor(async () => expect(await blocks()).toBe(6), { timeout: 60_000 })
  stopped.abort()
  await (await indexing).rereading
  await store.close()
  await anvil.stop()
}

beforeAll(indexDevnet, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const run = (command: 'export' | 'import', words: string[], databaseUrl: string) =>
  runScript(`lib/server/commands/${command}-chain.ts`, words, { DATABASE_URL: databaseUrl })

const rowsOf = async (url: string): Promise<Record<string, string[]>> => {
  const store = await openUpToDate(url)
  try {
    const tables = Object.entries(await storedRows(store))
    return Object.fromEntries(tables.filter(([name]) => name.startsWith('evm_')))
  } finally {
    await store.close()
  }
}

test('the chain of a devnet is exported, and imported into a database that does not know its id', async () => {
  const [exported, other] = [join(folder, 'export'), await postgres.createUrl()]
  const first = await run('export', ['local', exported], main)
  expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^evm_blocks: \d+ rows, [0-9a-f]{64}$/m) })
  expect(first.output).toContain('equal by hash to DATABASE_URL.')
  expect(existsSync(join(exported, 'evm_blocks.parquet'))).toBe(true)

  const imported = await run('import', ['local', exported], other)
  expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('equal by hash. Start Spyglass.') })
  expect(imported.output).not.toContain('postgres://')
  expect(await rowsOf(other)).toEqual(await rowsOf(main))

  const again = await run('import', ['local', exported], other)
  expect(again).toMatchObject({ code: 78, output: expect.stringContaining('already has rows of local') })
  expect(await run('import', ['local', exported, '--replace'], other)).toMatchObject({ code: 0 })

  const kept = join(folder, 'deleted')
  expect(await run('export', ['local', kept, '--delete'], other)).toMatchObject({ code: 0 })
  expect(Object.values(await rowsOf(other)).flat()).toEqual([])
  expect(await run('import', ['local', kept], other)).toMatchObject({ code: 0 })
  expect(await rowsOf(other)).toEqual(await rowsOf(main))
}, 120_000)

test('the commands say what they need, without a stack', async () => {
  const refusals: ['export' | 'import', string[], string][] = [
    ['export', ['local'], 'Usage: npm run export-chain'],
    ['import', ['local', folder, '--force'], 'Usage: npm run import-chain'],
    ['export', ['atlantis', join(folder, 'new')], 'atlantis is not a known chain.'],
    ['export', ['eth', join(folder, 'new')], 'The database has no rows of eth.'],
    ['export', ['local', join(folder, 'main.db', 'new')], 'ENOTDIR'],
    ['import', ['local', join(folder, 'nowhere')], 'has no manifest.json'],
  ]
  for (const [command, words, message] of sample(refusals, 2)) {
    const { code, output } = await run(command, words, main)
    expect([words, code, output]).toEqual([words, 78, expect.stringContaining(message)])
    expect(output).not.toMatch(/^ +at /m)
  }
}, 60_000)
