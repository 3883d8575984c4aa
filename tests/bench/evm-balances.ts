/*
 * What it costs to keep the ERC20 balances of every token: recorded mainnet blocks, read, decoded and stored as the worker does,
 * with no token's balances kept and with all of them, in turn. The node's own time is left out: its answers come from memory.
 *
 *   node tests/bench/evm-balances.ts [folder of recorded blocks]
 */
import { sortableZero } from '#lib/base/sortable-integer.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/store.ts'
import { startNewDatabases } from './support/new-databases.ts'
import { readRecordedBlocks, recordedFolder } from './support/recorded-blocks.ts'

const chain = 1
const turns = 5
const { numbers, node } = readRecordedBlocks(process.argv[2] ?? recordedFolder)

/** Indexes the blocks; with `kept`, the balances of these tokens are kept from their first transfer. */
const index = async (url: string, kept: readonly Uint8Array[]) => {
  const store = await openStore<EvmTables>(url)
  await migrate(store, evmMigrations)
  const empty = { chain, first_block: Number.MAX_SAFE_INTEGER, transfers: 0, holders: 0, overdrawn: 0, built_to: null }
  await store.db.transaction().execute((transaction) =>
    store.insertMany(
      transaction,
      'evm_erc20_tokens',
      kept.map((token_address) => ({ ...empty, token_address, supply: sortableZero })),
    ),
  )
  const reader = createEvmReader(createPool([node]), { finalityBlocks: 65 })
  const head = { latest: numbers.at(-1) ?? 0, finalized: 0 }
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  for (const number of numbers)
    await createEvmRangeIndex(store, chain).appendRange(await reader.blocks(number, number), head)
  const { user, system } = process.cpuUsage(cpuBefore)
  const ms = performance.now() - startedAt
  const tokens = await store.db.selectFrom('evm_erc20_tokens').select(['token_address', 'transfers']).execute()
  const balances = await store.db
    .selectFrom('evm_erc20_balances')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await store.close()
  return { ms, cpuMs: (user + system) / 1_000, tokens, balances: Number(balances.count) }
}

const databases = await startNewDatabases()
const table = []
for (const database of ['SQLite', 'PostgreSQL'] as const) {
  const without: Awaited<ReturnType<typeof index>>[] = []
  const withAll: typeof without = []
  for (let turn = 0; turn < turns; turn++) {
    without.push(await index(await databases.newUrl[database](), []))
    const addresses = without[0]?.tokens.map(({ token_address }) => token_address) ?? []
    withAll.push(await index(await databases.newUrl[database](), addresses))
  }
  const best = (runs: typeof without, of: 'ms' | 'cpuMs') => Math.min(...runs.map((run) => run[of])) / numbers.length
  const more = (of: 'ms' | 'cpuMs') => Number((100 * (best(withAll, of) / best(without, of) - 1)).toFixed(1))
  table.push({
    database,
    blocks: numbers.length,
    transfers: without[0]?.tokens.reduce((sum, { transfers }) => sum + transfers, 0),
    tokens: without[0]?.tokens.length,
    balances: withAll[0]?.balances,
    'ms a block': Number(best(without, 'ms').toFixed(2)),
    'with balances': Number(best(withAll, 'ms').toFixed(2)),
    'more, %': more('ms'),
    'more CPU, %': more('cpuMs'),
  })
}
console.table(table)
await databases.stop()
