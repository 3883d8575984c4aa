import { sql } from 'kysely'
import { createHistoryIndexer, type HistoryIndexerOptions } from '#lib/evm/chain/backfill/index-history.ts'
import { createBackfill, historyJobKind } from '#lib/evm/chain/backfill/request-history.ts'
import { runJob } from '#lib/evm/chain/backfill/run-backfills.ts'
import type { ProofOptions } from '#lib/evm/chain/rpc/reading/chunk-decoder.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { createFollower } from '#lib/indexing/follow.ts'
import { createJobs } from '#lib/store/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { quickClock } from '#tests/evm/chain/rpc/quick-clock.ts'

/** The id that anvil has by itself. */
export const chainId = 31_337

export const nodesOver = (...transports: RpcTransport[]) => proofNodesOver(undefined, transports)

const proofNodesOver = (proof: ProofOptions | undefined, transports: readonly RpcTransport[]) => {
  const pool = createPool(transports, { clock: quickClock() })
  return { pool, reader: createEvmReader(pool, { finalityBlocks: 2, ...(proof && { proof }) }) }
}

/** Follows the chain from `from` until the index has its newest block. */
export const followToHead = async (store: Store<EvmTables>, transport: RpcTransport, from: number): Promise<void> => {
  const { reader } = nodesOver(transport)
  const options = { start: from, allowReset: true, headMaxAgeMs: 0 }
  const follower = createFollower(reader, createEvmIndex(store, chainId, { from }), options)
  for (;;) {
    const { kind } = await follower.step()
    if (kind === 'waiting') return
  }
}

type Ran = { contract: string; failed: boolean }

/** The worker's part, step by step: each call of `runOne` is one slice of the next job. */
export const historyWorker = (
  store: Store<EvmTables>,
  transport: RpcTransport | readonly RpcTransport[],
  {
    sliceMs = 1e9,
    quietAfterMs,
    endBlock,
    proof,
    ...options
  }: HistoryIndexerOptions & { sliceMs?: number; quietAfterMs?: number; endBlock?: number; proof?: ProofOptions } = {},
) => {
  const { now = Date.now } = options
  const jobs = createJobs(store, { now })
  const indexer = createHistoryIndexer(
    store,
    { id: chainId, ...proofNodesOver(proof, [transport].flat()), endBlock },
    options,
  )
  const kind = historyJobKind(chainId)
  /** What ended a slice. */
  const faults: unknown[] = []
  const runOne = async (signal = new AbortController().signal): Promise<Ran | undefined> => {
    const job = await jobs.claim(kind)
    if (!job) return undefined
    const ran = { contract: job.key, failed: false }
    const warn = ({ err }: { err?: unknown }) => {
      ran.failed = true
      faults.push(err)
    }
    const log = { info: () => {}, warn }
    await runJob(jobs, indexer, job, { log, facts: {}, signal, sliceMs, now, quietAfterMs })
    return ran
  }
  const runAll = async (): Promise<Ran[]> => {
    const all: Ran[] = []
    for (let ran = await runOne(); ran; ran = await runOne()) {
      all.push(ran)
      if (all.length > 10_000) throw new Error('the histories do not end')
    }
    return all
  }
  return { jobs, kind, runOne, runAll, faults, histories: createBackfill(store, { now }) }
}

const comparedTables = [
  'evm_nft_transfers',
  'evm_erc20_transfers',
  'evm_erc20_approvals',
  'evm_nft_tokens',
  'evm_nft_balances',
  'evm_contracts',
] as const satisfies readonly (keyof EvmTables)[]

/** All that is known of tokens, as text; without the value of a transaction, which its logs do not tell. */
export const dumpTokens = async (store: Store<EvmTables>): Promise<string[]> => {
  const lines: string[] = []
  for (const table of comparedTables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db)
    lines.push(...rows.map(({ transaction_value, ...row }) => `${table} ${JSON.stringify(row, asHex)}`).sort())
  }
  return lines
}

const asHex = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
