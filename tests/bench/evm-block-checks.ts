/*
 * What it costs to recompute blocks as they are indexed: blocks read and written into SQLite with the checks and without, in
 * turns, of a local anvil chain and, where recordings are at hand, of mainnet; and the checks of those alone. A node's part is
 * left out: a share is of this process's own CPU time, all in one run.
 *
 *   node tests/bench/evm-block-checks.ts [blocks] [transactions a block]
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFields } from '#lib/base/is-fields.ts'
import { blockChecks } from '#lib/evm/chain/checks/block-checks.ts'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader, type EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { type RecordedBlock, recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'
import { startSmallChain } from '#tests/evm/chain/rpc/small-chain.ts'

const [blockCount = 500, perBlock = 50] = process.argv.slice(2).map(Number)
const turns = 3
const blocksAtOnce = 200
const recordings = join('..', 'shared/recordings/evm/mainnet/blocks')
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))

const cpuMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))

type Range = { first: number; last: number }
type Chain = { name: string; transport: RpcTransport; ranges: readonly Range[]; blocks: number; transactions: number }

/** CPU milliseconds of reading and writing these blocks. */
const index = async ({ transport, ranges }: Chain, isChecked: boolean): Promise<number> => {
  const store = await openStore<EvmTables>(`sqlite:${join(folder, `${crypto.randomUUID()}.db`)}`)
  await migrate(store, evmMigrations)
  const proof = isChecked ? { rules: chainRules('eth'), refuse: false } : undefined
  const reader: EvmReader = createEvmReader(createPool([transport]), { finalityBlocks: 65, proof })
  const target = createEvmRangeIndex(store, 1)
  const before = process.cpuUsage()
  const head = { latest: Math.max(...ranges.map(({ last }) => last)), finalized: 0 }
  for (const { first, last } of ranges) await target.appendRange(await reader.blocks(first, last), head)
  const spent = cpuMs(before)
  await store.close()
  return spent
}

/** The quickest of several turns: whatever else the machine does only slows one down. */
const compare = async (chain: Chain) => {
  const quickest = { plain: Number.POSITIVE_INFINITY, checked: Number.POSITIVE_INFINITY }
  for (let turn = 0; turn < turns; turn++) {
    quickest.plain = Math.min(quickest.plain, await index(chain, false))
    quickest.checked = Math.min(quickest.checked, await index(chain, true))
  }
  const added = quickest.checked - quickest.plain
  return {
    chain: chain.name,
    blocks: chain.blocks,
    'transactions a block': rounded(chain.transactions / chain.blocks, 0),
    'indexing alone, CPU ms a block': rounded(quickest.plain / chain.blocks),
    'with checks': rounded(quickest.checked / chain.blocks),
    'share of checks %': rounded((100 * added) / quickest.checked, 1),
  }
}

const rangesOf = (last: number): Range[] =>
  Array.from({ length: Math.ceil((last + 1) / blocksAtOnce) }, (_, part) => ({
    first: part * blocksAtOnce,
    last: Math.min(last, (part + 1) * blocksAtOnce - 1),
  }))

/** Answers with recorded blocks as a node's bytes would: parsed again each time. */
const recordedNode = (blocks: readonly RecordedBlock[]): RpcTransport => {
  const textOf = new Map(blocks.map(({ block, answers }) => [Number(block.number), JSON.stringify(answers)]))
  return {
    name: 'recorded',
    send: async (calls) => {
      const answers = new Map<string, { block: unknown; receipts: unknown }>()
      return calls.map(({ method, params: [number] }) => {
        if (method === 'eth_blockNumber') return { result: '0xffffffff' }
        const key = String(number)
        const known = answers.get(key) ?? JSON.parse(textOf.get(Number(key)) ?? '{}')
        answers.set(key, known)
        return { result: method === 'eth_getBlockByNumber' ? known.block : known.receipts }
      })
    },
  }
}

const local = await startSmallChain()
for (let block = 0; block < blockCount; block++) await local.mineTransfers(perBlock)
const localHead = Number(await local.anvil.rpc('eth_blockNumber'))
const table = [
  await compare({
    name: 'local',
    transport: local.anvil.transport(),
    ranges: rangesOf(localHead),
    blocks: blockCount,
    transactions: blockCount * perBlock,
  }),
]
await local.anvil.stop()

const recorded = existsSync(recordings) ? recordedBlocks(recordings) : []
const transactions = recorded.reduce((sum, { block }) => sum + block.transactions.length, 0)
if (recorded.length > 0)
  table.push(
    await compare({
      name: 'mainnet, recorded',
      transport: recordedNode(recorded),
      ranges: recorded.map(({ block }) => ({ first: Number(block.number), last: Number(block.number) })),
      blocks: recorded.length,
      transactions,
    }),
  )
console.table(table)
rmSync(folder, { recursive: true, force: true })

if (recorded.length > 0) {
  const check = (): number => {
    const before = process.cpuUsage()
    for (const { answers, receipts } of recorded)
      if (isFields(answers.block)) blockChecks(answers.block, receipts, 'equal', chainRules('eth'))
    return cpuMs(before)
  }
  const ms = Math.min(...Array.from({ length: turns + 1 }, check))
  console.table([
    {
      'checks alone': 'mainnet, recorded',
      'CPU ms a block': rounded(ms / recorded.length),
      'µs a transaction': rounded((1_000 * ms) / transactions, 1),
    },
  ])
}
