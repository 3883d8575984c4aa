/*
 * The import of era1 and ere files, step by step, beside the floor of reading and decompressing the same files: recorded blocks of
 * Ethereum from before and since the merge, with up to 250 transactions. Processor time of all threads, into an empty SQLite file.
 *
 *   node tests/bench/era-import.ts
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blockChecks, outcomesOf } from '#lib/evm/chain/checks/block-checks.ts'
import { createEraThreads, importEraFile } from '#lib/evm/chain/era/block-decoder.ts'
import { decodeBlocks } from '#lib/evm/chain/era/decode-blocks.ts'
import { openEraFile } from '#lib/evm/chain/era/era-file.ts'
import { recoverSender } from '#lib/evm/chain/era/era-transaction.ts'
import { unframed } from '#lib/evm/chain/era/rlp-items.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate, type Store } from '#lib/store/store.ts'
import { recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'
import { eraBytes, type WrittenBlock, withTotals } from '#tests/evm/chain/era/write-era.ts'
import { ereBytes } from '#tests/evm/chain/era/write-ere.ts'
import { recordedFolder } from './support/recorded-blocks.ts'

const chainId = 1
const mergeBlock = 15_537_394
const transactionsMax = 250
const noUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

/** Some were recorded without their withdrawals, or without parts of access lists. */
const isComplete = ({ block, receipts }: WrittenBlock): boolean =>
  (block.withdrawals === undefined) === (block.withdrawalsRoot === undefined) &&
  Object.values(outcomesOf(blockChecks(block, receipts, 'equal', {}))).every((outcome) => outcome === 'held')

const recorded = recordedBlocks(recordedFolder).flatMap(({ answers, block, receipts }): WrittenBlock[] => {
  const raw = { ...(answers.block as Record<string, unknown>) }
  const isSmall = block.transactions.length > 0 && block.transactions.length <= transactionsMax
  const written = { block: raw, receipts, totalDifficulty: 0n }
  return isSmall && raw.sha3Uncles === noUncles && isComplete(written) ? [written] : []
})
const isBeforeMerge = ({ block }: WrittenBlock): boolean => Number(block.number) < mergeBlock
const files = {
  era1: { blocks: recorded.filter(isBeforeMerge), bytesOf: (one: WrittenBlock) => eraBytes(withTotals([one])) },
  ere: { blocks: recorded.filter((one) => !isBeforeMerge(one)), bytesOf: (one: WrittenBlock) => ereBytes([one]) },
}

const folder = mkdtempSync(join(tmpdir(), 'spyglass-era-bench-'))
const threads = createEraThreads()

const cpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Headers, bodies and receipts of both formats. */
const read = new Set([0x03, 0x04, 0x05, 0x0a])
const decompress = (paths: readonly string[]): void => {
  for (const path of paths) {
    const bytes = readFileSync(path)
    for (let at = 0; at < bytes.length; ) {
      const end = at + 8 + bytes.readUInt32LE(at + 2)
      if (read.has(bytes.readUInt16LE(at))) unframed(bytes.subarray(at + 8, end), 2 ** 26)
      at = end
    }
  }
}

const recover = (blocks: readonly WrittenBlock[]): void => {
  for (const { block } of blocks)
    for (const { hash, r, s } of block.transactions as { hash: string; r: string; s: string }[])
      recoverSender(Buffer.from(hash.slice(2), 'hex'), { r: BigInt(r), s: BigInt(s), parity: 0 })
}

const decode = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    const file = await openEraFile(path)
    const { fault } = decodeBlocks({ chainId, bytes: await file.read(file.blocks), blocks: file.blocks })
    await file.close()
    if (fault !== undefined) throw new Error(fault)
  }
}

const importAll = async (store: Store<EvmTables>, paths: readonly string[]): Promise<void> => {
  const { signal } = new AbortController()
  for (const path of paths) {
    const file = await openEraFile(path)
    await importEraFile(store, file, { chainId, threads, signal })
    await file.close()
  }
}

for (const [format, { blocks, bytesOf }] of Object.entries(files)) {
  const transactions = blocks.reduce((sum, { receipts }) => sum + receipts.length, 0)
  const paths = blocks.map((one) => {
    const path = join(folder, `${Number(one.block.number)}.${format}`)
    writeFileSync(path, bytesOf(one))
    return path
  })
  const store = await openStore<EvmTables>(`sqlite:${join(folder, `${format}.db`)}`)
  await migrate(store, evmMigrations)
  decompress(paths)
  const floor = await cpuMs(() => decompress(paths))
  const steps = [
    ['read and decompress', floor],
    ['recover the senders only', await cpuMs(() => recover(blocks))],
    ['read, decode, recover, check', await cpuMs(() => decode(paths))],
    ['the same and store', await cpuMs(() => importAll(store, paths))],
  ] as const
  await store.close()
  console.log(`${format}: ${blocks.length} blocks, ${transactions} transactions`)
  console.table(
    steps.map(([step, ms]) => ({
      step,
      'ms of processor': Math.round(ms),
      'blocks/s': Math.round((blocks.length * 1_000) / ms),
      'transactions/s': Math.round((transactions * 1_000) / ms),
      'times the floor': Number((ms / floor).toFixed(1)),
    })),
  )
}
await threads.close()
rmSync(folder, { recursive: true, force: true })
