import { systemClock } from '#lib/base/clock.ts'
import type { WarningLog } from '#lib/base/log.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { runSteps } from '#lib/indexing/follow.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import type { WorkerOptions } from '#lib/indexing/worker-options.ts'
import type { Store } from '#lib/store/store.ts'
import { createRater, type RatingSources, ratedAtOnce } from './rater.ts'
import { noticeContracts } from './stored-ratings.ts'

type KeepRatingsOptions = WorkerOptions & {
  /** Delay before a new contract is rated: its name is usually known by then. */
  firstAfterMs?: number
  /** Contracts examined per step of the search for new ones. */
  walkedAtOnce?: number
}

/**
 * Rates the contracts of one chain as they appear, and again later, until `signal` ends it; also records their search
 * words. Survives failures of nodes and database. Never throws.
 */
export const keepRatings = async (
  store: Store<EvmTables>,
  chain: number,
  sources: RatingSources,
  { log, signal, options = {} }: { log: WarningLog; signal: AbortSignal; options?: KeepRatingsOptions },
): Promise<void> => {
  const { clock = systemClock, now = Date.now, pollMs = 1_000, firstAfterMs = 5_000, walkedAtOnce = 2_000 } = options
  const attempts = options.attempts?.of(chain, 'contract-rating')
  const rater = createRater(store, chain, sources, { now, attempts, signal })
  let walkedTo: Uint8Array | undefined
  let noticeAt = Number.NEGATIVE_INFINITY

  await runSteps(
    async () => {
      if (now() >= noticeAt) {
        walkedTo = await noticeContracts(store, chain, walkedTo, {
          dueAt: now() + firstAfterMs,
          countMax: walkedAtOnce,
        })
        noticeAt = now() + pollMs
      }
      const rated = await rater.rateNext()
      const hasMore = rated === ratedAtOnce || (rated > 0 && (attempts?.crashedCount ?? 0) > 0)
      return { kind: hasMore ? 'busy' : 'waiting' }
    },
    {
      signal,
      pollMs,
      clock,
      onFailure: logFailures(log, { chain }, 'rating contracts failed'),
    },
  )
}
