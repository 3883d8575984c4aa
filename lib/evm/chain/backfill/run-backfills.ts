import { toBytes } from '#lib/base/bytes.ts'
import { backoffMs, systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Log } from '#lib/base/log.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { fetchChainId } from '#lib/evm/chain/served/chain-id.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { runSteps, runUntilDone } from '#lib/indexing/follow.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { failureWords } from '#lib/indexing/log-failures.ts'
import type { WorkerAttempts } from '#lib/store/attempts/attempts.ts'
import { setAsideWords } from '#lib/store/attempts/attempts-table.ts'
import { type ClaimedJob, createJobs, type Jobs } from '#lib/store/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import { dropHistoriesOfOlderChain } from './drop-older-chain.ts'
import { noteUnfinished } from './history-state.ts'
import { createHistoryIndexer, type HistoryIndexer } from './index-history.ts'
import {
  type ContractCeiling,
  createBackfill,
  historyJobKind,
  noContractExpirySeconds,
  onDemandCeiling,
  reopenOutdated,
} from './request-history.ts'

/** Deletes addresses that had no contract, so that visitors cannot fill the table. `before` in unix seconds. */
export const dropWithoutContract = async (
  { db }: Store<EvmTables>,
  chain: number,
  { before, except }: { before: number; except: readonly string[] },
): Promise<void> => {
  const expired = db
    .deleteFrom('evm_histories')
    .where('chain', '=', chain)
    .where('outcome', '=', 'no_contract')
    .where('synced_at', '<', Math.floor(before))
  await (except.length > 0 ? expired.where('address', 'not in', except.map(toBytes)) : expired).execute()
}

/** A chain whose contracts are indexed on request. */
export type BackfilledChain = {
  name: string
  /** Undefined for a devnet, whose id comes from its node. */
  expectedId: number | undefined
  pool: NodePool
  reader: EvmReader
  /** Contracts that are indexed without a request, of any size; lower case. */
  contracts?: readonly string[]
  /** The maximum size of any other contract. */
  ceiling?: ContractCeiling
  ranges?: readonly BlockRange[]
  end?: number
  /** A devnet may restart. */
  mayReset?: boolean
  /** How often to look for work. */
  pollMs: number
}

/** Contracts of one chain at a time; the others wait for their slice. */
const contractsAtOnce = 2
/** How long one contract is processed while others wait. */
const sliceMs = 1_000
const leaseMs = 30_000
/** The delay until more blocks are final, or a lagging node has them. */
const waitForNodeMs = 3_000
/** The delay before a contract that was running when the worker crashed gets another turn. */
const waitForTurnMs = 1_000
/** The delay for lasting failures: quotas renew and keys are replaced within hours. */
const lastingRetryMs = 30 * 60_000
const retryMsMax = 5 * 60_000
const expiryPollMs = 60_000
/** A backfill says what it waits for once nothing was stored for so long. */
const quietMs = 30_000
const notFinalWords = 'Waiting until the node has the last blocks as final.'

/**
 * Runs the requested backfills of one chain until `signal` ends it: a few contracts at a time, each in slices, so that a
 * large one does not delay the others. Failures are recorded in the history and retried later.
 */
export const runBackfills = async (
  store: Store<EvmTables>,
  chain: BackfilledChain,
  log: Log,
  { signal, ofWorker }: { signal: AbortSignal; ofWorker?: WorkerAttempts | undefined },
): Promise<void> => {
  const clock = systemClock
  const facts = { chain: chain.name }

  /** Says in each unfinished backfill why none can go on. */
  const noteWaiting = async (error: unknown): Promise<void> => {
    log.warn({ ...facts, err: error }, 'contract backfills are waiting')
    if (chain.expectedId === undefined || !isServiceError(error)) return
    // A database that is away cannot be told.
    await noteUnfinished(store, chain.expectedId, error.message).catch(() => undefined)
  }
  const onFailure = (error: unknown): void => void noteWaiting(error)
  /** Retries until it succeeds; the chain's own indexing reports a node that is down. */
  const persist = <T>(act: () => Promise<T>) => runUntilDone(act, { signal, clock, onFailure })

  const id = await persist(() => fetchChainId(chain.reader, chain.expectedId, store, signal))
  if (id === undefined) return
  const jobs = createJobs(store, { leaseMs })
  const kind = historyJobKind(id)
  const { contracts = [], ceiling = onDemandCeiling } = chain
  const nodes = { id, pool: chain.pool, reader: chain.reader, endBlock: chain.end }
  const indexer = createHistoryIndexer(store, nodes, {
    ceilingOf: (address) => (contracts.includes(address) ? undefined : ceiling),
    tooLargeWords: `Too large to index on demand; add it to CONTRACTS_${findChain(chain.name)?.variable}.`,
  })
  await persist(() => reopenOutdated(store, id))
  if (contracts.length > 0) {
    const served = { id, ranges: chain.ranges, endBlock: chain.end, source: 'index' as const }
    await persist(() => createBackfill(store).request(served, contracts, 'operator'))
  }

  /** Repeats an action until the signal ends it; a failure of the store, or of a node outside a job, only delays it. */
  const repeat = (act: () => Promise<unknown>): Promise<void> =>
    runSteps(() => act().then(() => ({ kind: 'again' })), { signal, clock, pollMs: 0, onFailure })
  const runNext = async (): Promise<void> => {
    const job = await jobs.claim(kind)
    if (job) await runCounted(job)
    else await clock.wait(chain.pollMs, signal)
  }
  const attempts = ofWorker?.of(id, 'contract-history')
  const runCounted = async (job: ClaimedJob): Promise<void> => {
    const { run, setAside } = attempts?.select([job.key], (key) => key) ?? { run: [job.key], setAside: [] }
    if (setAside.length > 0) {
      await indexer.noteFailure(`0x${job.key.slice(2)}`, setAsideWords)
      await jobs.finish(job)
      return
    }
    if (run.length === 0) {
      await jobs.release(job, waitForTurnMs)
      return
    }
    await attempts?.start(run)
    try {
      await runJob(jobs, indexer, job, { log, facts, signal, sliceMs, now: clock.now })
    } finally {
      await attempts?.finish(run)
    }
  }
  const watchForReset = async (): Promise<void> => {
    if (await dropHistoriesOfOlderChain(store, id, chain.pool, signal))
      log.warn(facts, 'restarting contract backfills: the chain was reset')
    await clock.wait(chain.pollMs, signal)
  }
  const dropExpired = async (): Promise<void> => {
    await dropWithoutContract(store, id, { before: clock.now() / 1_000 - noContractExpirySeconds, except: contracts })
    await clock.wait(expiryPollMs, signal)
  }
  const slots = Array.from({ length: contractsAtOnce }, () => repeat(runNext))
  await Promise.all([...slots, repeat(dropExpired), ...(chain.mayReset ? [repeat(watchForReset)] : [])])
}

type RunOptions = {
  log: Log
  facts: object
  signal: AbortSignal
  sliceMs: number
  now: () => number
  quietAfterMs?: number
}

/** Runs one slice of one contract; the job is then completed, released, or postponed. Throws if the store fails. */
export const runJob = async (
  jobs: Jobs,
  indexer: HistoryIndexer,
  job: ClaimedJob,
  { log, facts, signal, sliceMs, now, quietAfterMs = quietMs }: RunOptions,
): Promise<void> => {
  const address = `0x${job.key.slice(2)}` as const
  const sliceEnds = now() + sliceMs
  let isHeld = true
  const extend = async (): Promise<void> => {
    isHeld = await jobs.extend(job).catch(() => isHeld)
  }
  // A node may take long to respond: the lease must not end in the meantime.
  const keeper = setInterval(() => void extend(), leaseMs / 3)
  const sayQuiet = async (): Promise<void> => {
    const words = `The node has not answered for ${quietAfterMs / 1_000} s.`
    await indexer.noteFailure(address, words).catch(() => undefined)
  }
  const quiet = setTimeout(() => void sayQuiet(), quietAfterMs)
  const mayGoOn = async (): Promise<boolean> => {
    quiet.refresh()
    return !signal.aborted && isHeld && (now() < sliceEnds || !(await jobs.hasWaiting(job.kind)))
  }
  try {
    const end = await indexer.slice(address, mayGoOn, signal)
    if (end === 'done' || end === 'too_large') {
      await jobs.finish(job)
      const words = end === 'done' ? 'a contract backfill has ended' : 'a contract is too large to index on demand'
      log.info({ ...facts, contract: address }, words)
      return
    }
    if (end === 'waiting') await indexer.noteFailure(address, notFinalWords)
    await jobs.release(job, end === 'waiting' ? waitForNodeMs : 0)
  } catch (error) {
    if (signal.aborted) {
      await jobs.release(job)
      return
    }
    const retryInMs = retryDelayMs(error, job.attempts + 1)
    const words = failureWords(error)
    log.warn({ ...facts, contract: address, err: error, retryInMs }, 'a contract backfill has stopped')
    await indexer.noteFailure(address, words)
    await jobs.fail(job, { error: words, retryInMs })
  } finally {
    clearInterval(keeper)
    clearTimeout(quiet)
  }
}

const retryDelayMs = (error: unknown, failures: number): number => {
  if (isRefusal(error, 'quota_exhausted') || isRefusal(error, 'denied')) return lastingRetryMs
  return Math.round(Math.max(backoffMs(error, failures), Math.min(retryMsMax, 500 * 2 ** failures)))
}
