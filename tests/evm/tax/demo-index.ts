import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { createNodeAccess } from '#lib/evm/family/node-access.ts'
import { createEvmExplorerService } from '#lib/evm/family/service.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import { keepContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { keepInternalTransfers, untracedBlocks } from '#lib/evm/trace/keep-internal-transfers.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

/** The demo ledger from block `from` to `to`, indexed and traced, with the names of its tokens. */
export const indexDemo = async (store: Store<EvmTables>, { from = 0, to }: { from?: number; to?: number } = {}) => {
  const pool = createPool([demoEvmTransport()])
  const head = Number(await pool.call('eth_blockNumber', []))
  const indexed = await indexNode(store, pool, { chain: 'demo', ranges: [[from, to ?? head]], keepsTraces: true })
  const stop = new AbortController()
  const pause = async () => stop.abort()
  await keepContractMetadata(store, indexed.id, pool, {
    log,
    signal: stop.signal,
    options: { clock: { now: () => 0, wait: pause } },
  })
  return indexed
}

type Indexing = { chain: string; ranges: readonly (readonly [first: number, last: number])[]; keepsTraces: boolean }

/** Blocks of a node, indexed and, if wanted, traced. */
export const indexNode = async (store: Store<EvmTables>, pool: NodePool, { chain, ranges, keepsTraces }: Indexing) => {
  const id = Number(await pool.call('eth_chainId', []))
  const head = Number(await pool.call('eth_blockNumber', []))
  const reader = createEvmReader(pool, { finalityBlocks: 0, checkBloom: true })
  const index = createEvmRangeIndex(store, id)
  for (const [first, last] of ranges)
    await index.appendRange(await reader.blocks(first, last), { latest: head, finalized: head })
  if (keepsTraces) await traceAll(store, id, pool)
  const served = createServedChains([{ name: chain, keepsTraces }])
  const node = createNodeAccess([{ chain, pool, reader }])
  const cursors = createCursors(new Uint8Array(32))
  const now = () => 1_700_000_000_000
  const services = { store, served, node, cursors, now, stateReads: createStateReads() }
  return { explorer: createEvmExplorerService(services), pool, store, id }
}

const traceAll = async (store: Store<EvmTables>, id: number, pool: NodePool): Promise<void> => {
  const traced = new AbortController()
  const tracing = keepInternalTransfers(store, id, pool, log, traced.signal, { pollMs: 10 })
  while ((await untracedBlocks(store.db, id, [], 1)).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  traced.abort()
  await tracing
}
