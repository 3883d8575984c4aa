import { z } from 'zod'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { evmMigrations } from '#lib/evm/chain/migrations/migrations.ts'
import { createChunkThreads } from '#lib/evm/chain/rpc/reading/chunk-decoder.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { fillRanges } from '#lib/indexing/follow.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate, type Store } from '#lib/store/store.ts'

/** One measured run, in a process of its own. */
export const backfillPart = z.object({
  kind: z.enum(['read', 'backfill', 'bare-insert']),
  nodeUrl: z.string(),
  blocks: z.number(),
  threads: z.number(),
  database: z.string(),
  /** The database that a bare insert takes its rows from. */
  from: z.string().optional(),
})
export type BackfillPart = z.infer<typeof backfillPart>

const blocksAtOnce = 100
const rowsPerTransaction = 10_000
const copiedTables = [
  ...(['evm_blocks', 'evm_transactions', 'evm_logs', 'evm_transaction_hashes', 'evm_wallet_transactions'] as const),
  ...(['evm_erc20_transfers', 'evm_erc20_approvals', 'evm_nft_transfers', 'evm_nft_tokens'] as const),
  ...(['evm_nft_balances', 'evm_contracts', 'evm_wallet_days'] as const),
]

export const runBackfillPart = async (part: BackfillPart) => {
  const store = await openStore<EvmTables>(part.database)
  await migrate(store, evmMigrations)
  const prepared = part.kind === 'bare-insert' ? await storedTables(part.from ?? '') : []
  const startedAt = performance.now()
  const [cpu, mainCpu] = [process.cpuUsage(), process.threadCpuUsage()]
  if (part.kind === 'bare-insert') await insert(store, prepared)
  else await read(part, store)
  const [spent, mainSpent] = [process.cpuUsage(cpu), process.threadCpuUsage(mainCpu)]
  const seconds = (performance.now() - startedAt) / 1_000
  await store.close()
  return {
    seconds,
    cpuSeconds: (spent.user + spent.system) / 1e6,
    mainCpuSeconds: (mainSpent.user + mainSpent.system) / 1e6,
    memoryMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  }
}

const read = async ({ kind, nodeUrl, blocks, threads }: BackfillPart, store: Store<EvmTables>): Promise<void> => {
  const reader = createEvmReader(createPool([httpTransport(nodeUrl)]), {
    finalityBlocks: 0,
    proof: { rules: chainRules('eth'), refuse: true },
    threads: createChunkThreads({ threadsMax: threads }),
  })
  const last = blocks - 1
  if (kind === 'read') {
    for (let first = 0; first <= last; first += blocksAtOnce)
      await reader.blocks(first, Math.min(last, first + blocksAtOnce - 1))
    return
  }
  const { signal } = new AbortController()
  const onFailure = (error: unknown): void => {
    throw error
  }
  const head = async () => ({ latest: last, finalized: last })
  await fillRanges({ head, blocks: reader.blocks }, createEvmRangeIndex(store, 1), [{ first: 0, last }], {
    signal,
    pollMs: 10,
    onFailure,
  })
}

type Prepared = { table: (typeof copiedTables)[number]; rows: Record<string, unknown>[] }

const insert = async (store: Store<EvmTables>, prepared: readonly Prepared[]): Promise<void> => {
  for (const { table, rows } of prepared)
    for (let from = 0; from < rows.length; from += rowsPerTransaction)
      await store.db
        .transaction()
        .execute((transaction) => store.insertMany(transaction, table, rows.slice(from, from + rowsPerTransaction)))
}

const storedTables = async (databaseUrl: string): Promise<Prepared[]> => {
  const store = await openStore<EvmTables>(databaseUrl)
  const prepared: Prepared[] = []
  for (const table of copiedTables) {
    const rows: Record<string, unknown>[] = await store.db.selectFrom(table).selectAll().execute()
    prepared.push({ table, rows })
  }
  await store.close()
  return prepared
}
