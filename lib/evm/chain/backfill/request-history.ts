import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Requester } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { backfillVersionMin, decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { HistoryRow } from '#lib/evm/chain/tables/token-tables.ts'
import { dropNewestOfHistory } from '#lib/evm/chain/write/append-history.ts'
import { createJobs, type Jobs } from '#lib/store/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { historyCoverageOf, needsWork, type ReachOfChain, readChainCoverage, readHistories } from './coverage.ts'
import { unchecked } from './drop-older-chain.ts'

/** Who may start the backfill of a contract by requesting it. */
export type OnDemandPolicy = 'everyone' | 'keys' | 'off'

/** Limits on backfills started by requests. They do not apply without a requester (the worker, for CONTRACTS_<CHAIN>). */
type OnDemand = {
  policy: OnDemandPolicy
  quota: NewContractQuota
}

/** New contracts that a requester may have indexed within an hour. */
type NewContractQuota = {
  /** Takes one; returns how many the requester has used, or undefined if none was left. */
  take(requester: Requester): Promise<number | undefined>
  /** Returns one that was not used. */
  giveBack(requester: Requester): Promise<void>
}

/** The largest contract that is indexed without being configured by the operator. */
export type ContractCeiling = {
  /** Blocks that the chain's own index does not cover. */
  blocksMax: number
  /** Transfers and approvals. */
  eventsMax: number
}

export const onDemandCeiling: ContractCeiling = { blocksMax: 30_000_000, eventsMax: 500_000 }

/** Seconds for which an address without a contract is remembered. */
export const noContractExpirySeconds = 3_600

export const isTooLarge = ({ outcome }: Pick<HistoryRow, 'outcome'>): boolean => outcome === 'too_large'

const mayStart = (policy: OnDemandPolicy, { hasKey }: Requester): boolean =>
  policy === 'everyone' || (policy === 'keys' && hasKey)

/** The jobs of one chain's histories; their keys are lower-case addresses. */
export const historyJobKind = (chain: number): string => `evm-history-${chain}`

/** Contracts of one chain that may wait at a time. */
const historiesQueuedMax = 1_000

/** Operations on contract backfills for requests. Addresses are lower case. */
type Histories = {
  /** Whether every token event of these contracts is stored, up to the finalized head. At most two reads. */
  isSynced(chain: ReachOfChain, addresses: readonly string[], signal?: AbortSignal): Promise<boolean>
  /**
   * Queues the backfills of contracts that are out of date, or not indexed yet and allowed for `requester`. Writes only
   * if there is something to queue; a full queue takes nothing, and the next request tries again.
   */
  request(
    chain: ReachOfChain & Pick<ServedChain, 'source'>,
    addresses: readonly string[],
    requester?: Requester | Operator,
  ): Promise<void>
}

/** The operator's own contracts: no policy, quota, ceiling or bound of the queue applies to them. */
type Operator = 'operator'

type HistoriesOptions = {
  now?: () => number
  /** Without it, everyone may start any number of backfills. */
  onDemand?: OnDemand
  /** Contracts of one chain that may wait at a time. */
  queuedMax?: number
}

/** A contract that is requested repeatedly costs one database read in this time. */
const requestAgainAfterMs = 10_000
const rememberedMax = 10_000
/** Calls without a requester share one quota. */
const nobody: Requester = { id: 'nobody', hasKey: false }

export const createBackfill = <Tables extends EvmTables>(
  anyStore: Store<Tables>,
  { now = Date.now, onDemand, queuedMax = historiesQueuedMax }: HistoriesOptions = {},
): Histories => {
  const store = anyStore.withTables<EvmTables>()
  const jobs = createJobs(store, { queuedMax, now })
  const operatorJobs = createJobs(store, { queuedMax: Number.MAX_SAFE_INTEGER, now })
  const requestedAt = new LRUCache<string, number>({ max: rememberedMax })
  const seconds = (): number => Math.floor(now() / 1_000)

  const isSynced: Histories['isSynced'] = async (chain, addresses, signal) => {
    const known = await readChainCoverage(store.db, chain.id)
    if (historyCoverageOf(chain, known, undefined).isSynced) return true
    signal?.throwIfAborted()
    const histories = await readHistories(store.db, chain.id, addresses)
    return addresses.every((address) => historyCoverageOf(chain, known, histories.get(address)).isSynced)
  }

  const unasked = (chain: number, addresses: readonly string[]): string[] => {
    const recently = now() - requestAgainAfterMs
    return [...new Set(addresses)].filter((address) => (requestedAt.get(`${chain}:${address}`) ?? 0) <= recently)
  }

  /** The contracts to backfill, and those among them that are new. */
  const needed = async (chain: ReachOfChain, addresses: readonly string[], requester: Requester | Operator) => {
    const known = await readChainCoverage(store.db, chain.id)
    if (historyCoverageOf(chain, known, undefined).isSynced) return []
    const histories = await readHistories(store.db, chain.id, addresses)
    return addresses.flatMap((address) => {
      const history = histories.get(address)
      if (history && isTooLarge(history) && requester !== 'operator') return []
      return needsWork(chain, known, history, seconds()) ? [{ address, isNew: history === undefined }] : []
    })
  }

  const enqueue = async (chain: number, address: string, as: Jobs, priority = 0): Promise<boolean> => {
    const isQueued = await as.enqueue({ kind: historyJobKind(chain), key: address, priority })
    if (isQueued) await noteRequest(store.db, chain, address, seconds())
    return isQueued
  }

  /** False if the requester may not start it, or the queue is full. */
  const enqueueNew = async (chain: number, address: string, requester: Requester): Promise<boolean> => {
    if (!onDemand) return await enqueue(chain, address, jobs)
    if (!mayStart(onDemand.policy, requester)) return false
    const used = await onDemand.quota.take(requester)
    if (used === undefined) return false
    // Callers who requested few are served before those who requested many.
    const isQueued = await enqueue(chain, address, jobs, 1 - used)
    if (!isQueued) await onDemand.quota.giveBack(requester)
    return isQueued
  }

  const request: Histories['request'] = async (chain, addresses, requester = nobody) => {
    // The whole ledger is indexed, and no node has more.
    if (chain.source === 'demo') return
    const asked = requester === 'operator' ? [...new Set(addresses)] : unasked(chain.id, addresses)
    if (!asked.length) return
    const all = await needed(chain, asked, requester)
    const queued = await jobs.find(
      historyJobKind(chain.id),
      all.map(({ address }) => address),
    )
    const refused = new Set<string>()
    for (const { address, isNew } of all) {
      if (requester === 'operator') {
        await admitAgain(store.db, chain.id, address)
        await enqueue(chain.id, address, operatorJobs)
        continue
      }
      if (queued.some(({ key }) => key === address)) continue
      const isQueued = isNew ? await enqueueNew(chain.id, address, requester) : await enqueue(chain.id, address, jobs)
      if (!isQueued) refused.add(address)
    }
    // Refused for one caller, but possibly allowed for the next.
    for (const address of asked) if (!refused.has(address)) requestedAt.set(`${chain.id}:${address}`, now())
  }

  return { isSynced, request }
}

/** The operator requests a contract that was too large for visitors. */
const admitAgain = async (db: Kysely<EvmTables>, chain: number, address: string): Promise<void> => {
  await db
    .updateTable('evm_histories')
    .set({ outcome: null, error: null })
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .where('outcome', '=', 'too_large')
    .execute()
}

const noteRequest = async (db: Kysely<EvmTables>, chain: number, address: string, seconds: number): Promise<void> => {
  await db
    .insertInto('evm_histories')
    .values(newHistory(chain, address, seconds))
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
    .execute()
}

/** An unknown backfill. */
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
  outcome: null,
  decoder_version: decoderVersion,
})

const outdatedWords = 'This backfill is read again after an update of the program.'

/** Opens the finished backfills of a chain that are outdated, and queues them; they say why until they go on. */
export const reopenOutdated = async (store: Store<EvmTables>, chain: number): Promise<void> => {
  const jobs = createJobs(store, { queuedMax: Number.MAX_SAFE_INTEGER })
  const outdated = await store.db
    .updateTable('evm_histories')
    .set({ synced_at: null, error: outdatedWords, ...unchecked })
    .where('chain', '=', chain)
    .where('decoder_version', '<', backfillVersionMin)
    .where('outcome', 'is', null)
    .returning('address')
    .execute()
  for (const { address } of outdated)
    await jobs.enqueue({ kind: historyJobKind(chain), key: toHex(address), priority: 0 })
}

/** Deletes what an older version stored, a part at a time. Returns whether all of it is deleted: the backfill then starts again. */
export const dropOutdated = async (
  store: Store<EvmTables>,
  chain: number,
  address: Hex,
  { rowsMax, mayGoOn }: { rowsMax: number; mayGoOn: () => Promise<boolean> },
): Promise<Partial<HistoryRow> | undefined> => {
  while (await dropNewestOfHistory(store, chain, address, rowsMax)) if (!(await mayGoOn())) return undefined
  return { decoder_version: decoderVersion, row_count: 0, ...unchecked }
}
