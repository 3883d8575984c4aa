import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { becomeOnlyWriter } from '#lib/evm/chain/era/rlp-items.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openUpToDate } from '#lib/server/open-database.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { joinWorkers } from '#lib/store/workers/join-workers.ts'
import { becomeLoneWorker } from '#lib/store/workers/lone-worker.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { runScript } from '#tests/support/run-script.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { isFull, sample } from '#tests/support/tier.ts'
import { untilAborted } from '#tests/support/until-aborted.ts'
import { written } from './import-files.ts'
import { makeMergedChain, makeSignedChain } from './signed-chain.ts'
import { accumulatorOf, eraBytes, type WrittenBlock } from './write-era.ts'
import { ereBytes } from './write-ere.ts'

/* The command that imports era1 and ere files. */

const folder = mkdtempSync(join(tmpdir(), 'spyglass-import-'))
const files = join(folder, 'files')
const later = join(folder, 'later')
const postgres = testStores('postgres')
let blocks: WrittenBlock[] = []
let merged: WrittenBlock[] = []
beforeAll(async () => {
  blocks = await makeSignedChain(1)
  merged = await makeMergedChain(1)
  mkdirSync(files)
  mkdirSync(later)
  written(join(files, 'mainnet-00000-a.era1'), eraBytes(blocks.slice(0, 3)))
  written(join(files, 'mainnet-00001-b.era1'), eraBytes(blocks.slice(3)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (words: string[], url: string) =>
  runScript('lib/server/commands/import-era.ts', words, { DATABASE_URL: url })
const sqliteUrl = (name: string): string => `sqlite:${join(folder, `${name}.db`)}`

test('a folder is imported into an empty database, and only once', async () => {
  const url = sqliteUrl('folder')
  const first = await run(['eth', files], url)
  expect(first.output).toContain(
    `mainnet-00000-a.era1: blocks 0 to 2, accumulator 0x${accumulatorOf(blocks.slice(0, 3)).toString('hex')}`,
  )
  expect(first.output).toContain('mainnet-00001-b.era1: 3 blocks and 3 transactions stored, 0 stored before')
  expect(first.code).toBe(0)
  expect((await run(['eth', files], url)).output).toContain('0 blocks and 0 transactions stored, 3 stored before')
  const store = await openUpToDate(url)
  const rows = await storedRows(store)
  await store.close()
  expect(rows.evm_intervals).toEqual([JSON.stringify({ chain: 1, first_block: 0, last_block: 5 })])
})

test('a fault names file and block, and the exit code is not 0', async () => {
  const file = join(files, 'mainnet-00000-a.era1')
  const { code, output } = await run(['sepolia', file], sqliteUrl('fault'))
  expect(output).toContain(
    'spyglass: mainnet-00000-a.era1: block 2: it has a transaction of chain 1: the file is of another chain',
  )
  expect(code).toBe(78)
})

test('files whose root is not in the list are refused', async () => {
  const file = join(files, 'mainnet-00000-a.era1')
  const root = accumulatorOf(blocks.slice(0, 3)).toString('hex')
  const wrong = written(join(folder, 'wrong.txt'), Buffer.from(`${'0'.repeat(64)}\n`))
  const refused = await run(['eth', file, '--roots', wrong], sqliteUrl('wrong'))
  expect(refused).toMatchObject({
    code: 78,
    output: expect.stringContaining(`its accumulator is 0x${root}, and the list has 0x000`),
  })
})

if (isFull)
  test('files whose root is in the list are imported, and a list of something else is refused', async () => {
    const file = join(files, 'mainnet-00000-a.era1')
    const root = accumulatorOf(blocks.slice(0, 3)).toString('hex')
    const right = written(join(folder, 'right.txt'), Buffer.from(`0x${root}\n`))
    const bad = written(join(folder, 'bad.txt'), Buffer.from(`${root}\nroots\n`))
    expect(await run(['eth', file, '--roots', right], sqliteUrl('right'))).toMatchObject({ code: 0 })
    expect((await run(['eth', file, '--roots', bad], sqliteUrl('bad'))).output).toContain(
      'line 2 is not a root of 32 bytes',
    )
  })

describe('beside a node', () => {
  /** A node that has headers alone. */
  const startNode = async (has: readonly WrittenBlock[], hashOf = ({ block }: WrittenBlock) => block.hash) => {
    const server = createServer(async (request, response) => {
      const { id, params } = JSON.parse(await text(request))
      const found = has.find(({ block }) => block.number === params[0])
      const result = found ? { ...found.block, hash: hashOf(found), transactions: [] } : null
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
    await once(server.listen(0), 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      [Symbol.asyncDispose]: async () => void server.close(),
    }
  }
  const importWith = (node: string, path: string, name: string) =>
    runScript('lib/server/commands/import-era.ts', ['eth', path], { DATABASE_URL: sqliteUrl(name), NODE_URL_ETH: node })

  test('a file from after the merge is imported if its last block is the one of the node', async () => {
    await using node = await startNode(merged)
    const path = written(join(later, 'mainnet-01897-c.ere'), ereBytes(merged.slice(6)))
    const { code, output } = await importWith(node.url, path, 'node')
    expect(output).toContain(
      'mainnet-01897-c.ere: blocks 6 to 7, no accumulator; its last block is the one of the node',
    )
    expect(output).toContain('2 blocks and 2 transactions stored')
    expect(code).toBe(0)
  })

  test('a file of which the node has another block is refused before anything is stored', async () => {
    await using node = await startNode(blocks, () => `0x${'5'.repeat(64)}`)
    const { code, output } = await importWith(node.url, files, 'other')
    expect(output).toContain(`block 2 is ${blocks[2]?.block.hash}, and the node has 0x5555`)
    expect(output).not.toContain('stored')
    expect(code).toBe(78)
  })

  if (isFull) {
    test('a node that does not respond, or lacks the block, is named, and the file is imported', async () => {
      await using node = await startNode(blocks)
      const path = written(join(later, 'mainnet-01897-d.ere'), ereBytes(merged.slice(6)))
      const lacking = await importWith(node.url, path, 'lacking')
      expect(lacking.output).toContain('not compared with the node, which does not have block 7')
      expect(lacking.code).toBe(0)
      const away = await importWith('http://127.0.0.1:1', path, 'away')
      expect(away.output).toContain('not compared with the node: ')
      expect(away.output).toContain('2 blocks and 2 transactions stored')
    })

    test('a list of roots refuses a file that has none', async () => {
      const path = written(join(later, 'mainnet-01897-e.ere'), ereBytes(merged.slice(6)))
      const roots = written(join(folder, 'roots.txt'), Buffer.from(`${'0'.repeat(64)}\n`))
      const { code, output } = await run(['eth', path, '--roots', roots], sqliteUrl('rootless'))
      expect(output).toContain('mainnet-01897-e.ere: it has no accumulator that the list could name')
      expect(code).toBe(78)
    })
  }
})

const refusals: [string[], string][] = [
  [['eth'], 'Usage: npm run import-era'],
  [['nowhere', files], 'nowhere is not a known chain.'],
  [['eth', folder], 'it has no files named *.era1 or *.ere'],
]
test.each(sample(refusals, 1, ([, message]) => message))('%j is refused in one line', async (words, message) => {
  const { code, output } = await run(words, sqliteUrl('refused'))
  expect(output).toContain(message)
  expect(code).toBe(78)
})

describe('beside a worker', () => {
  test('a SQLite file that a worker uses is refused', async () => {
    const url = sqliteUrl('used')
    const store = await openUpToDate(url)
    const worker = await becomeLoneWorker(store)
    const { code, output } = await run(['eth', files], url)
    worker.close()
    await store.close()
    expect(output).toContain('Another worker uses the database')
    expect(code).toBe(78)
  })

  const onEvicted = (): void => {
    throw new Error('It is alive.')
  }

  test('a PostgreSQL database is refused while a worker indexes the chain, and that worker waits for the import', async () => {
    const store = await postgres.createMigratedStore<EvmTables>(storeMigrations, evmMigrations)
    const anyStore = store.withTables<unknown>()
    // On another machine: here, this process itself would be a predecessor that ended.
    const options = { heartbeatEveryMs: 20, silentMs: 60_000, host: 'another machine' }
    const stop = new AbortController()
    const first = await joinWorkers(anyStore, stop.signal, options)
    const started = Promise.withResolvers<void>()
    const work = first.add('eth index', async (signal) => {
      started.resolve()
      await untilAborted(signal)
    })
    await started.promise
    await expect(becomeOnlyWriter(anyStore, 'eth', { onEvicted, waitMs: 0 })).rejects.toThrow(
      'A worker indexes eth. Stop it',
    )
    const other = await becomeOnlyWriter(anyStore, 'sepolia', { onEvicted, waitMs: 0 })
    await other.close()
    stop.abort()
    await work
    await first.close()

    const writer = await becomeOnlyWriter(anyStore, 'eth', { onEvicted, waitMs: 0 })
    const again = new AbortController()
    const second = await joinWorkers(anyStore, again.signal, options)
    let isIndexing = false
    const indexing = Promise.withResolvers<void>()
    const later = second.add('eth index', async () => {
      isIndexing = true
      indexing.resolve()
    })
    const { db } = store.withTables<WorkerTables>()
    const heartbeats = async () =>
      (await db.selectFrom('worker').select('heartbeat').execute()).map((row) => Number(row.heartbeat))
    await expect.poll(async () => Math.max(...(await heartbeats()))).toBeGreaterThan(5)
    expect(isIndexing).toBe(false)
    await writer.close()
    await indexing.promise
    again.abort()
    await later
    await second.close()
  })
})

if (isFull)
  test('the command imports into PostgreSQL', async () => {
    const { code, output } = await run(['eth', files], await postgres.createUrl())
    expect(output).toContain('mainnet-00001-b.era1: 3 blocks and 3 transactions stored')
    expect(code).toBe(0)
  })
