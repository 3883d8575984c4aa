import { toBytes } from '#lib/evm/decode/bytes.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { createJobs } from '#lib/store/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { unchecked } from './check/unchecked.ts'
import { coverageOf, needsWork, type ReachOfChain } from './coverage.ts'
import { historiesQueuedMax, historyJobKind } from './history-jobs.ts'
import { readChainCoverage, readHistories } from './stored-history.ts'

/** What requests ask of the histories of contracts. Addresses are lower case. */
export type Histories = {
  /** Whether every token event of these contracts is stored, up to the finalized head. At most two reads. */
  isSynced(chain: ReachOfChain, addresses: readonly string[], signal?: AbortSignal): Promise<boolean>
  /**
   * Has the histories indexed of those contracts that are not yet, or are out of date. Writes only where there is something
   * to queue; a queue that is full takes nothing, and the next request asks again.
   */
  request(chain: ReachOfChain & Pick<ServedChain, 'source'>, addresses: readonly string[]): Promise<void>
}

/** A page that is asked for again and again asks the database once in this while. */
const askAgainAfterMs = 10_000
const rememberedMax = 10_000

export const createHistories = <Tables extends EvmTables>(
  anyStore: Store<Tables>,
  { now = Date.now }: { now?: () => number } = {},
): Histories => {
  const store = anyStore.withTables<EvmTables>()
  const jobs = createJobs(store, { queuedMax: historiesQueuedMax, now })
  const askedAt = new Map<string, number>()

  const isSynced: Histories['isSynced'] = async (chain, addresses, signal) => {
    const known = await readChainCoverage(store.db, chain.id)
    if (coverageOf(chain, known, undefined).isSynced) return true
    signal?.throwIfAborted()
    const histories = await readHistories(store.db, chain.id, addresses)
    return addresses.every((address) => coverageOf(chain, known, histories.get(address)).isSynced)
  }

  const unasked = (chain: number, addresses: readonly string[]): string[] => {
    if (askedAt.size > rememberedMax) askedAt.clear()
    const recently = now() - askAgainAfterMs
    return [...new Set(addresses)].filter((address) => (askedAt.get(`${chain}:${address}`) ?? 0) <= recently)
  }

  const request: Histories['request'] = async (chain, addresses) => {
    // Its whole ledger is indexed, and no node has more of it.
    if (chain.source === 'demo') return
    const asked = unasked(chain.id, addresses)
    if (!asked.length) return
    const known = await readChainCoverage(store.db, chain.id)
    const isAllStored = coverageOf(chain, known, undefined).isSynced
    const histories = isAllStored ? new Map() : await readHistories(store.db, chain.id, asked)
    const nowSeconds = Math.floor(now() / 1_000)
    const needed = isAllStored
      ? []
      : asked.filter((address) => needsWork(chain, known, histories.get(address), nowSeconds))
    const kind = historyJobKind(chain.id)
    const queued = new Set((await jobs.find(kind, needed)).map(({ key }) => key))
    const accepted = await jobs.enqueueAll(
      needed.filter((address) => !queued.has(address)).map((key) => ({ kind, key })),
    )
    if (accepted.length > 0)
      await store.db
        .insertInto('evm_histories')
        .values(accepted.map(({ key }) => newHistory(chain.id, key, nowSeconds)))
        .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
        .execute()
    for (const address of asked) askedAt.set(`${chain.id}:${address}`, now())
  }

  return { isSynced, request }
}

/** A history of which nothing is known yet. */
export const newHistory = (chain: number, address: string, nowSeconds: number) => ({
  chain,
  address: toBytes(address),
  requested_at: nowSeconds,
  started_at: null,
  synced_at: null,
  first_block: null,
  target_block: null,
  row_count: 0,
  rows_per_second: null,
  blocks_per_second: null,
  error: null,
  ...unchecked,
})
