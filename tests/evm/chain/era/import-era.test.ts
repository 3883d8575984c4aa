import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEraThreads } from '#lib/evm/chain/era/block-decoder.ts'
import { openEraFile } from '#lib/evm/chain/era/era-file.ts'
import { EraFault } from '#lib/evm/chain/era/rlp-items.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { sample } from '#tests/support/tier.ts'
import { importFrom, written } from './import-files.ts'
import { makeSignedChain } from './signed-chain.ts'
import { storeByNode } from './stored-by-node.ts'
import { accumulatorOf, entry, eraBytes, eraEntries, framed, type WrittenBlock, withTotals } from './write-era.ts'

const chainId = 1
const folder = mkdtempSync(join(tmpdir(), 'spyglass-era-'))
const threads = createEraThreads()
const storesOf = { sqlite: testStores('sqlite'), postgres: testStores('postgres') }
let blocks: WrittenBlock[] = []
beforeAll(async () => {
  blocks = await makeSignedChain(chainId)
})
afterAll(async () => {
  await threads.close()
  rmSync(folder, { recursive: true, force: true })
})

const emptyStore = (dialect: (typeof dialects)[number] = 'sqlite') =>
  storesOf[dialect].createMigratedStore<EvmTables>(evmMigrations)
const fileOf = (name: string, bytes: Uint8Array): string => written(join(folder, `${name}.era1`), bytes)
const whole = { first: 0, last: 5 }

test.each(dialects)(
  'every kind of transaction and receipt becomes the same rows as from a node, on %s',
  async (dialect) => {
    const [imported, expected] = [await emptyStore(dialect), await emptyStore(dialect)]
    const progress = await importFrom(imported, fileOf('whole', eraBytes(blocks)), { chainId, threads })
    expect(progress).toEqual({ blocks: 6, transactions: 7, storedBefore: 0 })
    await storeByNode(expected, chainId, blocks, [whole])
    const rows = await storedRows(expected)
    expect(await storedRows(imported)).toEqual(rows)
    expect(rows.evm_erc20_transfers).toHaveLength(3)
    expect(rows.evm_nft_transfers).toHaveLength(3)
  },
)

test('only blocks that are missing are stored, beside those from a node', async () => {
  const [store, expected] = [await emptyStore(), await emptyStore()]
  await storeByNode(store, chainId, blocks.slice(0, 4), [{ first: 2, last: 3 }])
  const path = fileOf('again', eraBytes(blocks))
  expect(await importFrom(store, path, { chainId, threads })).toEqual({ blocks: 4, transactions: 3, storedBefore: 2 })
  expect(await importFrom(store, path, { chainId, threads })).toEqual({ blocks: 0, transactions: 0, storedBefore: 6 })
  await storeByNode(expected, chainId, blocks, [whole])
  const [found, wanted] = [await storedRows(store), await storedRows(expected)]
  for (const table of ['evm_blocks', 'evm_transactions', 'evm_logs', 'evm_intervals', 'evm_nft_transfers'])
    expect(found[table], table).toEqual(wanted[table])
})

test('files in any order give one range of linked blocks', async () => {
  const store = await emptyStore()
  await importFrom(store, fileOf('upper', eraBytes(blocks.slice(3))), { chainId, threads })
  await importFrom(store, fileOf('lower', eraBytes(blocks.slice(0, 3))), { chainId, threads })
  const { evm_intervals: intervals } = await storedRows(store)
  expect(intervals).toEqual([JSON.stringify({ chain: chainId, first_block: 0, last_block: 5 })])
})

test('the head that the worker knows is kept', async () => {
  const store = await emptyStore()
  await writeChainRow(store.db, chainId, { head_latest: 99, head_finalized: 90, final_block: 90 })
  await importFrom(store, fileOf('head', eraBytes(blocks)), { chainId, threads })
  const row = await store.db.selectFrom('evm_chains').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ head_latest: 99, head_finalized: 90, final_block: 90 })
})

test('a file with a flipped bit is refused, or has the same blocks', async () => {
  const expected = await emptyStore()
  await storeByNode(expected, chainId, blocks, [whole])
  const right = await storedRows(expected)
  const known = new Set(right.evm_transactions)
  let harmless = 0
  const entries = eraEntries(blocks)
  const bytes = Buffer.concat(entries.map((one) => one.bytes))
  for (const [place, { start, bytes: own }] of entries.entries()) {
    // Its header, and its data at the front, in the middle and at the end.
    const positions = new Set(
      [0, 2, 6, 8, 12, Math.floor(own.length / 2), own.length - 1].filter((at) => at < own.length),
    )
    for (const position of sample([...positions], 2, (at) => `${place} ${at}`)) {
      const damaged = Buffer.from(bytes)
      damaged.writeUInt8(damaged.readUInt8(start + position) ^ 0x10, start + position)
      const path = fileOf('flipped', damaged)
      const file = await openEraFile(path).catch(() => undefined)
      if (file === undefined) continue
      await file.close()
      const store = await emptyStore()
      const refusal = await importFrom(store, path, { chainId, threads }).catch((error: unknown) => error)
      const rows = await storedRows(store)
      if (refusal instanceof EraFault)
        for (const row of rows.evm_transactions ?? []) expect(known.has(row), `${place}, byte ${position}`).toBe(true)
      else {
        // Compression may refer to any of several equal bytes.
        expect(rows, `${place}, byte ${position}`).toEqual(right)
        harmless += 1
      }
    }
  }
  expect(harmless).toBeLessThan(5)
})

test('a file that is cut off is refused whole', async () => {
  const bytes = eraBytes(blocks)
  const store = await emptyStore()
  for (const length of [0, 5, 8, 30, 1_000, bytes.length - 60, bytes.length - 1]) {
    const path = fileOf('cut', bytes.subarray(0, length))
    await expect(importFrom(store, path, { chainId, threads })).rejects.toThrow(
      `cut.era1: it is cut off at byte ${length}`,
    )
  }
  const longer = fileOf('longer', Buffer.concat([bytes, Buffer.alloc(1)]))
  await expect(importFrom(store, longer, { chainId, threads })).rejects.toThrow('it continues after its block index')
  expect((await storedRows(store)).evm_blocks).toEqual([])
})

const refused = async (name: string, bytes: Uint8Array, message: string, chain = chainId) => {
  const store = await emptyStore()
  await expect(importFrom(store, fileOf(name, bytes), { chainId: chain, threads })).rejects.toThrow(message)
  return await storedRows(store)
}

test('blocks that do not link, and totals or an accumulator of other blocks, are refused before anything is stored', async () => {
  const [first, second, third, ...rest] = blocks
  if (!first || !second || !third) throw new Error('The chain is too short.')
  const swapped = eraBytes([first, third, second, ...rest])
  expect((await refused('swapped', swapped, 'block 2 does not follow block 0')).evm_blocks).toEqual([])
  const totals = blocks.map((one, at) => ({ ...one, totalDifficulty: one.totalDifficulty + BigInt(at) }))
  expect((await refused('totals', eraBytes(totals), 'block 1: its total difficulty')).evm_blocks).toEqual([])
  const other = Buffer.concat(eraEntries(blocks, accumulatorOf(blocks.slice(1))).map(({ bytes }) => bytes))
  expect((await refused('other', other, 'its accumulator does not match')).evm_blocks).toEqual([])
})

test('a consistent file of another chain is refused, by its transactions or by stored neighbours', async () => {
  const bytes = eraBytes(blocks)
  const rows = await refused(
    'foreign',
    bytes,
    'block 2: it has a transaction of chain 1: the file is of another chain',
    5,
  )
  expect(rows.evm_transactions).toHaveLength(2)

  const fork = withTotals(await makeSignedChain(7)).slice(3)
  const store = await emptyStore()
  await importFrom(store, fileOf('below', eraBytes(blocks.slice(0, 3))), { chainId, threads })
  const path = fileOf('fork', eraBytes(fork))
  await expect(importFrom(store, path, { chainId, threads })).rejects.toThrow(
    'block 3 does not match the blocks that are stored',
  )
  expect((await storedRows(store)).evm_blocks).toHaveLength(3)
})

test('wrong receipts and bodies under a valid header are refused at their block', async () => {
  const swap = (at: number, name: string, data: Buffer): Buffer => {
    const entries = eraEntries(blocks)
    const place = entries.findIndex((one, index) => one.name === name && Math.floor((index - 1) / 4) === at)
    const type = { body: 0x04, receipts: 0x05 }[name] ?? 0
    const bytes = entries.map((one, index) => (index === place ? entry(type, data) : one.bytes))
    return reindexed(bytes)
  }
  const empty = framed(Buffer.from('c0', 'hex'))
  expect(
    (await refused('none', swap(2, 'receipts', empty), 'block 2: it has 2 transactions but 0 receipts')).evm_blocks,
  ).toHaveLength(2)
  const noBody = framed(Buffer.from('c2c0c0', 'hex'))
  expect(
    (await refused('bare', swap(3, 'body', noBody), 'block 3: it has 0 transactions but 2 receipts')).evm_blocks,
  ).toHaveLength(3)
  await refused('uncle', swap(4, 'body', noBody), 'block 4: its uncles do not match its hash')
  const [other] = eraEntries(blocks)
    .filter(({ name, bytes }) => name === 'receipts' && bytes.length > 300)
    .map(({ bytes }) => bytes.subarray(8))
  await refused('others', swap(5, 'receipts', other ?? empty), 'block 5: it has 1 transactions but 2 receipts')
})

/** The entries with a block index that fits them. */
const reindexed = (entries: readonly Buffer[]): Buffer => {
  const parts = entries.slice(0, -1)
  const starts: number[] = []
  let end = 0
  for (const part of parts) {
    if (part.readUInt16LE(0) === 0x03) starts.push(end)
    end += part.length
  }
  const words = [0, ...starts.map((start) => start - end), starts.length].map((value) => {
    const word = Buffer.alloc(8)
    word.writeBigInt64LE(BigInt(value))
    return word
  })
  return Buffer.concat([...parts, entry(0x3266, Buffer.concat(words))])
}

test('lengths that would exhaust memory are refused', async () => {
  const entries = eraEntries(blocks).map(({ bytes }) => bytes)
  const withEntry = (at: number, bytes: Buffer): Buffer =>
    reindexed(entries.map((one, index) => (index === at ? bytes : one)))
  const declared = Buffer.from(entries[2] ?? [])
  declared.writeUInt32LE(0xffff_ffff, 2)
  await refused('declared', withEntry(2, declared), 'has 4294967295 bytes: too many')
  // Two thousand chunks of 64 kB in a file of some hundred: more than one entry may have.
  const zeros = framed(Buffer.alloc(65_536))
  const bomb = Buffer.concat([zeros, ...Array.from({ length: 2_000 }, () => zeros.subarray(10))])
  await refused(
    'bomb',
    withEntry(2, entry(0x04, bomb)),
    'block 0: its data is more than 67108864 bytes when uncompressed',
  )
  // A chunk that states more than its format allows.
  const chunk = Buffer.from('ff060000734e61507059000a000000000000ffffffff0f00', 'hex')
  await refused('chunk', withEntry(3, entry(0x05, chunk)), 'block 0: its compressed data is damaged')
  const nested = framed(
    Buffer.concat(
      Array.from({ length: 100_000 }, (_, at) =>
        Buffer.from([0xfa, ...[16, 8, 0].map((shift) => ((4 * (99_999 - at)) >> shift) & 0xff)]),
      ),
    ),
  )
  await refused('nested', withEntry(2, entry(0x04, nested)), 'block 0: its body is not valid RLP')
})
