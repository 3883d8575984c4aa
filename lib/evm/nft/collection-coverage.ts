import type { Coverage } from '#lib/api/coverage.ts'
import type { CallContext } from '#lib/api/endpoint.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/coverage/report-coverage.ts'

/**
 * Whether every event of these contracts is indexed; the others are queued within the caller's quota. Await it before
 * reading the records, so that a list read while incomplete is never called complete.
 */
export const collectionCoverage = async (
  { coverage, histories }: Pick<EvmQueryContext, 'coverage' | 'histories'>,
  chain: ServedChain,
  contracts: readonly string[],
  call: CallContext | undefined,
): Promise<Coverage> => {
  call?.signal?.throwIfAborted()
  const decided = await reportCoverage(coverage, chain, call, { contracts })
  const requested = histories.request(chain, contracts, call?.requester).catch(() => undefined)
  // Complete backfills are updated in the background; others are queued, which the next request shows.
  if (!decided.isComplete) await requested
  return decided
}

/** The status in the interface's terms. */
export const syncStatusOf = ({ isComplete }: Coverage): 'SYNCED' | 'SYNCING' => (isComplete ? 'SYNCED' : 'SYNCING')
