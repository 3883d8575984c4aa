import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEraThreads } from '#lib/evm/chain/era/block-decoder.ts'
import { openEraFile } from '#lib/evm/chain/era/era-file.ts'
import { EraFault } from '#lib/evm/chain/era/rlp-items.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { sample } from '#tests/support/tier.ts'
import { importFrom, written } from './import-files.ts'
import { makeMergedChain } from './signed-chain.ts'
import { storeByNode } from './stored-by-node.ts'
import { accumulatorOf, framed, type WrittenBlock } from './write-era.ts'
import { ereBytes, ereEntries } from './write-ere.ts'

const chainId = 1
const mergeBlock = 6
const folder = mkdtempSync(join(tmpdir(), 'spyglass-ere-'))
const threads = createEraThreads()
const storesOf = { sqlite: testStores('sqlite'), postgres: testStores('postgres') }
let blocks: WrittenBlock[] = []
beforeAll(async () => {
  blocks = await makeMergedChain(chainId)
})
afterAll(async () => {
  await threads.close()
  rmSync(folder, { recursive: true, force: true })
})

const emptyStore = (dialect: (typeof dialects)[number] = 'sqlite') =>
  storesOf[dialect].createMigratedStore<EvmTables>(evmMigrations)
const fileOf = (name: string, bytes: Uint8Array): string => written(join(folder, `${name}.ere`), bytes)
const whole = { first: 0, last: 7 }

test.each(dialects)(
  'blocks from before and after the merge become the same rows as from a node, on %s',
  async (dialect) => {
    const [imported, expected] = [await emptyStore(dialect), await emptyStore(dialect)]
    const progress = await importFrom(imported, fileOf(dialect, ereBytes(blocks)), { chainId, threads })
    expect(progress).toEqual({ blocks: 8, transactions: 9, storedBefore: 0 })
    await storeByNode(expected, chainId, blocks, [whole])
    expect(await storedRows(imported)).toEqual(await storedRows(expected))
  },
)

test.each([
  ['proofs', () => ereBytes(blocks, { proofs: false }), 8],
  ['total difficulties', () => ereBytes(blocks, { totals: false }), 8],
  ['blocks from before the merge', () => ereBytes(blocks.slice(mergeBlock)), 2],
  ['everything but headers, bodies and receipts', () => ereBytes(blocks.slice(mergeBlock), { proofs: false }), 2],
  ['all blocks but one', () => ereBytes(blocks.slice(0, 1)), 1],
])('a file may lack %s', async (name, bytes, count) => {
  const store = await emptyStore()
  await importFrom(store, fileOf(name, bytes()), { chainId, threads })
  expect((await storedRows(store)).evm_blocks).toHaveLength(count)
})

test('the accumulator is that of the blocks from before the merge', async () => {
  const accumulator = async (name: string, bytes: Uint8Array) => {
    const file = await openEraFile(fileOf(name, bytes))
    await file.close()
    return file.accumulator
  }
  const expected = `0x${accumulatorOf(blocks.slice(0, mergeBlock)).toString('hex')}`
  expect(await accumulator('merging', ereBytes(blocks))).toBe(expected)
  expect(await accumulator('unknown', ereBytes(blocks, { totals: false }))).toBeUndefined()
  expect(await accumulator('merged', ereBytes(blocks.slice(mergeBlock)))).toBeUndefined()
})

test('a file with a flipped bit is refused, or has the same blocks', async () => {
  const expected = await emptyStore()
  await storeByNode(expected, chainId, blocks, [whole])
  const right = await storedRows(expected)
  const known = new Set(right.evm_transactions)
  const entries = ereEntries(blocks)
  const bytes = Buffer.concat(entries.map((one) => one.bytes))
  const harmless: string[] = []
  for (const [place, { name, start, bytes: own }] of entries.entries()) {
    const positions = [0, 2, 8, 12, Math.floor(own.length / 2), own.length - 1].filter((at) => at < own.length)
    for (const position of sample(positions, 2, (at) => `${place} ${at}`)) {
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
        expect(rows, `${place}, byte ${position}`).toEqual(right)
        harmless.push(name)
      }
    }
  }
  // Nothing follows from proofs; compression may refer to any of several equal bytes.
  expect(harmless.filter((name) => name !== 'proof').length).toBeLessThan(5)
})

const refused = async (name: string, bytes: Uint8Array, message: string) => {
  const store = await emptyStore()
  await expect(importFrom(store, fileOf(name, bytes), { chainId, threads })).rejects.toThrow(message)
  return await storedRows(store)
}

test('a file without receipts, one that is cut off, and one whose index is of other blocks are refused whole', async () => {
  const bytes = ereBytes(blocks)
  await refused('noreceipts', ereBytes(blocks, { receipts: false }), 'it has no receipts')
  for (const length of [8, 1_000, bytes.length - 60, bytes.length - 1])
    await refused('cut', bytes.subarray(0, length), `cut.ere: it is cut off at byte ${length}`)
  const index = Buffer.from(ereEntries(blocks).at(-1)?.bytes ?? [])
  for (const at of [8, 16, index.length - 16, index.length - 8]) {
    const wrong = Buffer.from(index)
    wrong.writeBigInt64LE(wrong.readBigInt64LE(at) + 1n, at)
    const all = Buffer.concat([bytes.subarray(0, -index.length), wrong])
    await refused('index', all, 'its block index does not match its blocks')
  }
  const bodies = ereEntries(blocks).filter(({ name }) => name === 'body')
  const fewer = Buffer.concat(ereEntries(blocks).flatMap((one) => (one.start === bodies[3]?.start ? [] : [one.bytes])))
  await refused('fewer', fewer, 'it has 8 blocks but bodies of 7')
})

test('withdrawals, receipts and transactions that do not follow from the hash of their block are refused there', async () => {
  const changed = (name: string, at: number, data: Buffer): Buffer => ereBytes(blocks, { replaced: { name, at, data } })
  const emptyBody = (lists: number) => framed(Buffer.concat([Buffer.from([0xc0 + lists]), Buffer.alloc(lists, 0xc0)]))
  const rows = await refused(
    'withdrawals',
    changed('body', 6, emptyBody(3)),
    'block 6: its withdrawals do not match its hash',
  )
  expect(rows.evm_blocks).toHaveLength(6)
  await refused('none', changed('body', 6, emptyBody(2)), 'block 6: its withdrawals do not match its hash')
  await refused('early', changed('body', 0, emptyBody(3)), 'block 0: its withdrawals do not match its hash')
  await refused('lists', changed('body', 6, emptyBody(4)), 'block 6: its body has 4 lists instead of 2 or 3')
  const noReceipts = framed(Buffer.from('c0', 'hex'))
  await refused('receipts', changed('receipts', 7, noReceipts), 'block 7: it has 2 transactions but 0 receipts')
})
