/*
 * The import of era1 files, step by step, beside the floor of reading and decompressing the same files: recorded blocks of
 * Ethereum from before the merge, with up to 250 transactions. Processor time of all threads, into an empty SQLite file.
 *
 *   node tests/bench/era-import.ts
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEraThreads } from '#lib/evm/era/block-decoder.ts'
import { decodeBlocks } from '#lib/evm/era/decode-blocks.ts'
import { openEraFile } from '#lib/evm/era/era-file.ts'
import { importEraFile } from '#lib/evm/era/import-file.ts'
import { recoverSender } from '#lib/evm/era/recover-sender.ts'
import { unframed } from '#lib/evm/era/snappy-frames.ts'
import { evmMigrations } from '#lib/evm/migrations.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { recordedBlocks } from '#tests/evm/decode/recorded-blocks.ts'
import { eraBytes, type WrittenBlock, withTotals } from '#tests/evm/era/write-era.ts'
import { recordedFolder } from './support/recorded-blocks.ts'

const chainId = 1
const mergeBlock = 15_537_394
const transactionsMax = 250
/** Recorded without access lists. */
const incomplete = [14_202_253]
const noUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347'

const blocks = recordedBlocks(recordedFolder).flatMap(({ answers, block, receipts }): WrittenBlock[] => {
  const raw = { ...(answers.block as Record<string, unknown>) }
  const isWanted = Number(block.number) < mergeBlock && !incomplete.includes(Number(block.number))
  const isSmall = block.transactions.length > 0 && block.transactions.length <= transactionsMax
  return isWanted && isSmall && raw.sha3Uncles === noUncles ? [{ block: raw, receipts, totalDifficulty: 0n }] : []
})
const transactions = blocks.reduce((sum, { receipts }) => sum + receipts.length, 0)
const folder = mkdtempSync(join(tmpdir(), 'spyglass-era-bench-'))
const paths = blocks.map((one) => {
  const path = join(folder, `${Number(one.block.number)}.era1`)
  writeFileSync(path, eraBytes(withTotals([one])))
  return path
})

const cpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Headers, bodies and receipts: the types of their entries are 3, 4 and 5. */
const decompress = (): void => {
  for (const path of paths) {
    const bytes = readFileSync(path)
    for (let at = 0; at < bytes.length; ) {
      const end = at + 8 + bytes.readUInt32LE(at + 2)
      const type = bytes.readUInt16LE(at)
      if (type >= 3 && type <= 5) unframed(bytes.subarray(at + 8, end), 2 ** 26)
      at = end
    }
  }
}

const recover = (): void => {
  for (const { block } of blocks)
    for (const { hash, r, s } of block.transactions as { hash: string; r: string; s: string }[])
      recoverSender(Buffer.from(hash.slice(2), 'hex'), { r: BigInt(r), s: BigInt(s), parity: 0 })
}

const decode = async (): Promise<void> => {
  for (const path of paths) {
    const file = await openEraFile(path)
    const { fault } = decodeBlocks({ chainId, bytes: await file.read(file.blocks), blocks: file.blocks })
    await file.close()
    if (fault !== undefined) throw new Error(fault)
  }
}

const store = await openStore<EvmTables>(`sqlite:${join(folder, 'index.db')}`)
await migrate(store, evmMigrations)
const threads = createEraThreads()
const { signal } = new AbortController()
const importAll = async (): Promise<void> => {
  for (const path of paths) {
    const file = await openEraFile(path)
    await importEraFile(store, file, { chainId, threads, signal })
    await file.close()
  }
}

decompress()
const floor = await cpuMs(decompress)
const steps = [
  ['read and decompress', floor],
  ['recover the senders only', await cpuMs(recover)],
  ['read, decode, recover, check', await cpuMs(decode)],
  ['the same and store', await cpuMs(importAll)],
] as const
console.log(`${blocks.length} blocks, ${transactions} transactions`)
console.table(
  steps.map(([step, ms]) => ({
    step,
    'ms of processor': Math.round(ms),
    'blocks/s': Math.round((blocks.length * 1_000) / ms),
    'transactions/s': Math.round((transactions * 1_000) / ms),
    'times the floor': Number((ms / floor).toFixed(1)),
  })),
)
await threads.close()
await store.close()
rmSync(folder, { recursive: true, force: true })
