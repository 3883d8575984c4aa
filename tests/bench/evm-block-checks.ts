/*
 * What it costs to recompute blocks as they are indexed: a local anvil chain read and written into SQLite with the checks and
 * without, in turns, and where recordings of real chains are at hand, the checks alone on those. All in one run; a share is
 * of this process's own CPU time.
 *
 *   node tests/bench/evm-block-checks.ts [blocks] [transactions a block]
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evmMigrations } from '#lib/evm/migrations.ts'
import { createPool } from '#lib/evm/node/pool.ts'
import { createEvmReader } from '#lib/evm/node/reader.ts'
import { blockChecks } from '#lib/evm/proof/block-checks.ts'
import { chainRules } from '#lib/evm/proof/chain-rules.ts'
import { isRaw } from '#lib/evm/proof/raw-fields.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createEvmIndex } from '#lib/evm/writer.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { recordedBlocks } from '#tests/evm/decode/recorded-blocks.ts'
import { startSmallChain } from '#tests/evm/node/small-chain.ts'

const [blockCount = 1_000, perBlock = 20] = process.argv.slice(2).map(Number)
const turns = 3
const blocksAtOnce = 200
const recordings = join(import.meta.dirname, '../../../shared/recordings/evm/mainnet/blocks')

const cpuMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const chain = await startSmallChain()
for (let block = 0; block < blockCount; block++) await chain.mineTransfers(perBlock)
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))

/** CPU milliseconds of indexing the whole chain. */
const index = async (isChecked: boolean, turn: number): Promise<number> => {
  const store = await openStore<EvmTables>(`sqlite:${join(folder, `${isChecked}-${turn}.db`)}`)
  await migrate(store, evmMigrations)
  const proof = isChecked ? { rules: chainRules('local'), refuse: true } : undefined
  const reader = createEvmReader(createPool([chain.anvil.transport()]), { finalityBlocks: 65, proof })
  const target = createEvmIndex(store, 31_337, { from: 0 })
  const before = process.cpuUsage()
  const { latest } = await reader.head()
  for (let from = 0; from <= latest; from += blocksAtOnce)
    await target.append(await reader.blocks(from, Math.min(latest, from + blocksAtOnce - 1)), { latest, finalized: 0 })
  const spent = cpuMs(before)
  await store.close()
  return spent
}

/** The quickest of several turns: whatever else the machine does only slows one down. */
const quickest = { plain: Number.POSITIVE_INFINITY, checked: Number.POSITIVE_INFINITY }
for (let turn = 0; turn < turns; turn++) {
  quickest.plain = Math.min(quickest.plain, await index(false, turn))
  quickest.checked = Math.min(quickest.checked, await index(true, turn))
}
await chain.anvil.stop()
rmSync(folder, { recursive: true, force: true })

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
console.table(
  Object.entries(quickest).map(([name, ms]) => ({
    indexing: name,
    blocks: blockCount,
    'transactions a block': perBlock,
    'CPU ms a block': rounded(ms / blockCount),
    'share of checks %': name === 'plain' ? 0 : rounded((100 * (ms - quickest.plain)) / ms, 1),
  })),
)

if (existsSync(recordings)) {
  const blocks = recordedBlocks(recordings)
  const check = () => {
    for (const { answers, receipts } of blocks)
      if (isRaw(answers.block)) blockChecks(answers.block, receipts, 'equal', chainRules('eth'))
  }
  check()
  const before = process.cpuUsage()
  for (let turn = 0; turn < turns; turn++) check()
  const ms = cpuMs(before) / turns
  const transactions = blocks.reduce((sum, { block }) => sum + block.transactions.length, 0)
  console.table([
    {
      recorded: 'mainnet',
      blocks: blocks.length,
      'transactions a block': rounded(transactions / blocks.length, 0),
      'CPU ms a block': rounded(ms / blocks.length),
      'µs a transaction': rounded((1_000 * ms) / transactions, 1),
    },
  ])
}
