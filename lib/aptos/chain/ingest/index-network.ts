import type { AptosLedger } from '#lib/aptos/chain/rpc/ledger.ts'
import { chainIdOf, type NamedNetwork } from '#lib/aptos/chain/rpc/named-networks.ts'
import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import {
  type AptosIndexOptions,
  createAptosIndex,
  createAptosRangeIndex,
  createAptosRefillIndex,
  replaceSetAside,
} from '#lib/aptos/chain/write/aptos-index.ts'
import { writeChainRow } from '#lib/aptos/chain/write/chain-row.ts'
import { versionsWithout } from '#lib/aptos/chain/write/content-intervals.ts'
import {
  dueVersions,
  postponeVersion,
  type ReadableVersion,
  setAsideVersion,
} from '#lib/aptos/chain/write/set-aside-versions.ts'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Log } from '#lib/base/log.ts'
import { fillRanges } from '#lib/indexing/backfill.ts'
import { backoffMs } from '#lib/indexing/backoff.ts'
import type { BatchLimits } from '#lib/indexing/batch-size.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { follow } from '#lib/indexing/follow.ts'
import { type BlockRange, intersectRanges } from '#lib/indexing/intervals.ts'
import { rereadBlocks } from '#lib/indexing/reread-doubtful.ts'
import { isSetAside } from '#lib/indexing/set-aside.ts'
import { watchBlocks } from '#lib/indexing/watch-blocks.ts'
import { createRefusedNote } from '#lib/nodes/note-refused.ts'
import type { WatchedWork } from '#lib/store/jobs/watched-work.ts'
import type { Store } from '#lib/store/store.ts'
import { nodeLookUp } from './node-look-up.ts'
import type { PageThreads } from './page-decoder.ts'
import { createVersionReader } from './version-reader.ts'

type Refill = {
  chainId: number
  node: AptosNode
  reader: ChainReader<ReadableVersion>
  batch: Partial<BatchLimits>
  pollMs: number
  clock: Clock
  log: Log
  /** Named in every line of the log. */
  facts: object
}

/** Fewer than the indexing of new versions beside it, which must not wait. */
const requestsMax = 1
/** How long the node is left alone before it is asked again which versions it still has. */
const pauseMs = 60_000

/**
 * Reads stored versions once more that were indexed without one of the contents, oldest first: by an earlier release, or
 * before a setting was changed. Versions that the node has pruned stay without it, and coverage excludes them.
 */
const refillVersions = async (
  store: Store<AptosTables>,
  { chainId, node, reader, batch, pollMs, clock, log, facts }: Refill,
  options: AptosIndexOptions & { signal: AbortSignal },
): Promise<void> => {
  const { contents, signal } = options
  const lacking = async (): Promise<BlockRange[]> => {
    const ranges = await versionsWithout(store.db, chainId, contents)
    if (ranges.length === 0) return []
    const { oldestVersion, newestVersion } = await node.newestLedger(signal)
    return intersectRanges(ranges, [{ first: oldestVersion, last: newestVersion }])
  }
  while (!signal.aborted) {
    const pruned = new AbortController()
    try {
      const ranges = await lacking()
      if (ranges.length === 0) return
      log.info({ ...facts, ranges, contents }, 'reading stored versions again for a new content')
      await fillRanges(reader, createAptosRefillIndex(store, chainId, options), ranges, {
        signal: AbortSignal.any([signal, pruned.signal]),
        pollMs,
        clock,
        batch,
        requestsMax,
        onFailure: (error, retryInMs) => {
          log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, 'could not read stored versions again')
          if (isServiceError(error, 'not_available')) pruned.abort()
        },
      })
      if (!pruned.signal.aborted) return
    } catch (error) {
      if (signal.aborted) return
      log.warn({ ...facts, err: error, retryInMs: pauseMs }, 'could not read stored versions again')
    }
    await clock.wait(pauseMs, signal)
  }
}

/** The part of one Aptos network to index. */
export type NetworkToIndex = {
  name: NamedNetwork
  node: AptosNode
  /** A ledger version, or a number of versions before the newest. */
  start: { at: number } | { beforeHead: number }
  /** The last ledger version to index; without it the network is followed. */
  end?: number
  /** Instead of start and end: only these versions. */
  ranges?: readonly BlockRange[]
  /** What is indexed besides tokens of module 0x3. */
  contents: readonly AptosContent[]
  pollMs: number
  clock?: Clock
  /** They decode pages; without them, this thread does. */
  threads?: PageThreads | undefined
}

/** How often an idle network records that its node responds. */
const noteEveryMs = 1_000

/** Pages of 100, with few at first. */
const batch: Partial<BatchLimits> = { initialBlocks: 100, blocksMax: 2_000, targetBytes: 40 * 1024 ** 2 }

/**
 * Indexes one Aptos network until `signal` ends it, or its ranges or its end are stored; `rereading` of versions that
 * are set aside continues until `signal` ends it. It survives failures of its node: they are recorded in the network's
 * status, which pages show, and retried. A stop loses or duplicates nothing, because a step is one transaction.
 */
export const indexNetwork = async (
  store: Store<AptosTables>,
  { name, node, start, end, ranges, contents, pollMs, clock = systemClock, threads }: NetworkToIndex,
  log: Log,
  signal: AbortSignal,
  watched?: WatchedWork,
): Promise<{ rereading: Promise<void> }> => {
  const facts = { network: name }
  let chainId: number = chainIdOf(name)
  let notedAt = Number.NEGATIVE_INFINITY
  let failing = false
  let ledger: AptosLedger | undefined
  const refusedNodes = createRefusedNote(log, facts, node.refused)
  const heard = () => {
    const refused = refusedNodes()
    return {
      ...(ledger && { head_version: ledger.newestVersion, oldest_version: ledger.oldestVersion }),
      refused_nodes: refused.length > 0 ? refused.join('\n') : null,
    }
  }

  const noteFailure = async (error: unknown, retryInMs: number): Promise<void> => {
    failing = true
    log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, 'indexing has stopped')
    const words = isServiceError(error) ? error.message : 'The worker failed; its log has the cause.'
    await writeChainRow(store.db, chainId, { ...heard(), checked_at: seconds(), error: words }).catch(() => {})
  }
  const noteProgress = async (): Promise<void> => {
    if (!failing && clock.now() - notedAt < noteEveryMs) return
    notedAt = clock.now()
    if (failing) log.info(facts, 'indexing has resumed')
    failing = false
    await writeChainRow(store.db, chainId, { ...heard(), checked_at: seconds(), error: null }).catch(() => {})
  }

  for (let failures = 1; !signal.aborted; failures++) {
    try {
      chainId = (await node.newestLedger(signal)).chainId
      break
    } catch (error) {
      const retryInMs = backoffMs(error, failures)
      if (!signal.aborted) await noteFailure(error, retryInMs)
      await clock.wait(retryInMs, signal)
    }
  }
  if (signal.aborted) return { rereading: Promise.resolve() }

  const reader = createVersionReader(node, {
    chainId,
    contents,
    threads,
    onLedger: (reported) => {
      ledger = reported
    },
  })
  const lane = watched?.lane(chainId, 'aptos-versions', { isOrdered: true })
  const placeOf = async (version: number, fault: string) => setAsideVersion(version, fault)
  const watch = lane && watchBlocks<ReadableVersion>(reader, lane, { placeOf })
  const options = { lookUp: nodeLookUp(node), contents, signal }
  // Runs beside indexing, and longer: ranges may be complete while one of their versions is set aside.
  const rereads = rereadBlocks(
    {
      due: (nowSeconds, countMax) => dueVersions(store.db, chainId, nowSeconds, countMax),
      replace: async ({ number }) => {
        const [version] = await reader.blocks(number, number, signal)
        if (!version || isSetAside(version)) return false
        await replaceSetAside(store, chainId, version, options)
        return true
      },
      postpone: (number, nowSeconds) => postponeVersion(store.db, chainId, number, nowSeconds),
    },
    {
      signal,
      clock,
      lane,
      onReplaced: ({ number }) => log.info({ ...facts, version: number }, 'indexed a version that had been set aside'),
    },
  )
  const refills = refillVersions(store, { chainId, node, reader, batch, pollMs, clock, log, facts }, options)
  const rereading = Promise.all([rereads, refills]).then(() => {})
  const run = {
    signal,
    pollMs,
    clock,
    batch,
    onFailure: (error: unknown, retryInMs: number) => void noteFailure(error, retryInMs),
    onStep: () => void noteProgress(),
  }
  if (ranges) {
    log.info({ ...facts, chainId, ranges, contents }, 'indexing ranges')
    const index = createAptosRangeIndex(store, chainId, options)
    await fillRanges<ReadableVersion>(watch?.reader ?? reader, watch?.rangeIndex(index) ?? index, ranges, run)
    return { rereading }
  }
  log.info({ ...facts, chainId, start, end, contents }, 'following')
  const from = 'at' in start ? start.at : undefined
  const index = createAptosIndex(store, chainId, { ...options, from })
  await follow<ReadableVersion>(watch?.reader ?? reader, watch?.index(index) ?? index, {
    ...run,
    start: startOf(start),
    end,
  })
  return { rereading }
}

const startOf = (start: NetworkToIndex['start']): number | 'latest' => {
  if ('at' in start) return start.at
  return start.beforeHead === 0 ? 'latest' : -start.beforeHead
}

const seconds = (): number => Math.floor(Date.now() / 1_000)
