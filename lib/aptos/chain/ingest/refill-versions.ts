import type { AptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { type AptosIndexOptions, createAptosRefillIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { versionsWithout } from '#lib/aptos/chain/write/content-intervals.ts'
import type { ReadableVersion } from '#lib/aptos/chain/write/set-aside-versions.ts'
import type { Clock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { Log } from '#lib/base/log.ts'
import { fillRanges } from '#lib/indexing/backfill.ts'
import type { BatchLimits } from '#lib/indexing/batch-size.ts'
import type { ChainReader } from '#lib/indexing/chain.ts'
import { type BlockRange, intersectRanges } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'

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
export const refillVersions = async (
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
