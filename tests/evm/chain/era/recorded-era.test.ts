import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createEraThreads } from '#lib/evm/chain/era/block-decoder.ts'
import { openEraFile } from '#lib/evm/chain/era/era-file.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { mergeRanges } from '#lib/indexing/intervals.ts'
import { recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { storedRows } from '#tests/support/stored-rows.ts'
import { importFrom, written } from './import-files.ts'
import { storeByNode } from './stored-by-node.ts'
import { blockSize, eraBytes, type WrittenBlock, withTotals } from './write-era.ts'
import { ereBytes } from './write-ere.ts'

const recordings = join('..', 'shared/recordings/evm')
const folder = mkdtempSync(join(tmpdir(), 'spyglass-era-'))
const threads = createEraThreads()
afterAll(async () => {
  await threads.close()
  rmSync(folder, { recursive: true, force: true })
})

const line = z.object({ method: z.string(), result: z.unknown() })
const block = z.looseObject({ number: z.string(), totalDifficulty: z.string(), uncles: z.array(z.string()) })
const receipts = z.array(z.looseObject({}))

/** Epoch 21 of Sepolia, all of it. */
const readSepolia = (): WrittenBlock[] => {
  const lines = gunzipSync(readFileSync(join(recordings, 'sepolia/blocks-172032-180223.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)).result)
  return Array.from({ length: lines.length / 2 }, (_, at) => {
    const one = block.parse(lines[2 * at])
    return {
      block: one,
      receipts: receipts.parse(lines[2 * at + 1]),
      totalDifficulty: BigInt(one.totalDifficulty),
    }
  })
}

const numberOf = (one: WrittenBlock): number => Number(one.block.number)
const rangesOf = (blocks: readonly WrittenBlock[]) =>
  mergeRanges(blocks.map((one) => ({ first: numberOf(one), last: numberOf(one) })))
/** Frontier, Homestead, before and after Byzantium, Constantinople, Istanbul, Berlin with its transactions, London, the last one. */
const ethereumBlocks = [
  1_000_000, 1_755_635, 4_369_999, 4_370_000, 7_280_000, 9_069_000, 12_459_406, 15_040_708, 15_537_393,
]
/** The merge; before and after Shanghai, Cancun and Prague; one without transactions; all types of transactions. */
const mergedBlocks = [
  15_537_394, 17_034_869, 17_034_870, 19_426_586, 19_426_587, 19_910_734, 20_000_000, 22_431_083, 22_431_084,
  22_869_878,
]
const hasUncles = (one: WrittenBlock): boolean => Array.isArray(one.block.uncles) && one.block.uncles.length > 0

/** Recorded blocks of Ethereum. Some sources leave the size out. */
const readEthereum = (isWanted: (number: number) => boolean): WrittenBlock[] =>
  recordedBlocks(join(recordings, 'mainnet/blocks')).flatMap(({ answers, block, receipts }): WrittenBlock[] => {
    if (!isWanted(Number(block.number))) return []
    const recorded = { block: z.looseObject({}).parse(answers.block), receipts, totalDifficulty: 0n }
    return [{ ...recorded, block: { size: `0x${blockSize(recorded).toString(16)}`, ...recorded.block } }]
  })

/** Imports each row of blocks from a file, and compares all tables with those that a node's answers give. */
const compare = async (
  dialect: (typeof dialects)[number],
  chainId: number,
  blocks: readonly WrittenBlock[],
  bytesOf: typeof eraBytes = eraBytes,
) => {
  const stores = storesOf[dialect]
  const imported = await stores.createMigratedStore<EvmTables>(evmMigrations)
  const expected = await stores.createMigratedStore<EvmTables>(evmMigrations)
  const ranges = rangesOf(blocks)
  for (const { first, last } of ranges) {
    const some = blocks.filter((one) => first <= numberOf(one) && numberOf(one) <= last)
    const path = written(join(folder, `${dialect}-${chainId}-${first}.era`), bytesOf(some))
    await importFrom(imported, path, { chainId, threads })
  }
  await storeByNode(expected, chainId, blocks, ranges)
  const [found, wanted] = [await storedRows(imported), await storedRows(expected)]
  expect(Object.keys(found)).toEqual(Object.keys(wanted))
  for (const table of Object.keys(wanted)) expect(found[table], table).toEqual(wanted[table])
  return wanted
}
const storesOf = { sqlite: testStores('sqlite'), postgres: testStores('postgres') }

describe.runIf(existsSync(recordings))('recorded blocks', () => {
  let sepolia: WrittenBlock[] = []
  beforeAll(() => {
    sepolia = readSepolia()
  })

  test('the accumulator of Sepolia’s epoch 21 is the one that its published file is named after', async () => {
    const file = await openEraFile(written(join(folder, 'sepolia.era1'), eraBytes(sepolia)))
    await file.close()
    expect(file.accumulator?.slice(2, 10)).toBe('b8814b14')
    expect([file.first.number, file.last.number]).toEqual([172_032, 180_223])
  })

  test.each(dialects)(
    'blocks of Sepolia become the same rows as from a node, on %s',
    { tags: ['full'] },
    async (dialect) => {
      // The headers of uncles were not recorded.
      const blocks = sepolia.filter((one) => !hasUncles(one))
      const rows = await compare(dialect, 11_155_111, blocks)
      expect(rows.evm_blocks).toHaveLength(7_545)
      expect(rows.evm_transactions).toHaveLength(93)
    },
  )

  test.each(dialects)(
    'blocks of every upgrade of Ethereum before the merge become the same rows, on %s',
    { tags: ['full'] },
    async (dialect) => {
      const blocks = readEthereum((number) => ethereumBlocks.includes(number))
      expect(blocks).toHaveLength(ethereumBlocks.length)
      const rows = await compare(dialect, 1, withTotals(blocks))
      expect(rows.evm_erc20_transfers?.length).toBeGreaterThan(100)
    },
  )

  test('blocks of every upgrade since the merge become the same rows', async () => {
    const blocks = readEthereum((number) => mergedBlocks.includes(number))
    const rows = await compare('sqlite', 1, blocks, ereBytes)
    expect(rows.evm_blocks).toHaveLength(mergedBlocks.length)
    expect(new Set(rows.evm_transactions?.map((row) => JSON.parse(row).type))).toEqual(new Set([0, 1, 2, 3, 4]))
  })

  test('an import that was interrupted continues where it stopped, with the same rows', async () => {
    const [longest] = rangesOf(sepolia.filter((one) => !hasUncles(one))).sort(
      (one, other) => other.last - other.first - (one.last - one.first),
    )
    const first = longest?.first ?? 0
    const blocks = sepolia.slice(first - 172_032, first - 172_032 + 2_500)
    const path = written(join(folder, 'interrupted.era1'), eraBytes(blocks))
    const [store, expected] = [
      await storesOf.sqlite.createMigratedStore<EvmTables>(evmMigrations),
      await storesOf.sqlite.createMigratedStore<EvmTables>(evmMigrations),
    ]
    const options = { chainId: 11_155_111, threads }
    const stop = new AbortController()
    const onProgress = () => stop.abort()
    const before = await importFrom(store, path, { ...options, signal: stop.signal, onProgress })
    expect(before.blocks).toBe(1_000)
    expect(await importFrom(store, path, options)).toMatchObject({ blocks: 1_500, storedBefore: 1_000 })
    await importFrom(expected, path, options)
    expect(await storedRows(store)).toEqual(await storedRows(expected))
  })

  test('a block whose uncles are missing is refused, and those before it stay', async () => {
    const store = await storesOf.sqlite.createMigratedStore<EvmTables>(evmMigrations)
    const path = written(join(folder, 'uncles.era1'), eraBytes(sepolia))
    const first = sepolia.find(hasUncles)
    const number = first ? numberOf(first) : 0
    await expect(importFrom(store, path, { chainId: 11_155_111, threads })).rejects.toThrow(
      `block ${number}: its uncles do not match its hash`,
    )
    const { evm_intervals: intervals } = await storedRows(store)
    expect(intervals).toEqual([JSON.stringify({ chain: 11_155_111, first_block: 172_032, last_block: number - 1 })])
  })
})
