import type { Coverage, CoveredRange, RequestedRange } from '#lib/api/coverage.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import type { ActionCall } from './action.ts'
import type { BlockSpan } from './list-parameters.ts'

/** How old the newest indexed block may be for a list up to the newest block. A block takes a moment to be read. */
const newestAgeMaxSeconds = 60

type CoverageThen = (blocks: RequestedRange) => Coverage

/** What an answer is about: its blocks, of which the last one is known, and the newest block of the chain, for confirmations. */
export type CoveredSpan = { first: number; last: number; head: number }

/**
 * The blocks of a question, all of which are indexed: others would be missing from the answer without a sign. Await it before
 * reading rows. @throws not_available that names the indexed blocks
 */
export const requireCovered = async (
  { context, chain }: Pick<ActionCall, 'context' | 'chain'>,
  span: BlockSpan,
  coverageThen?: CoverageThen,
): Promise<CoveredSpan> => {
  const then = coverageThen ?? (await context.coverage(chain))
  const newest = await newestBlock(context.store.db, chain.id)
  const whole = then({ first: 0 })
  const top = whole.ranges[0]
  if (!newest || !top) throw incomplete(span, whole.ranges)
  const head = Math.max(whole.asked.last ?? 0, newest.number)
  const first = span.first === Number.MAX_SAFE_INTEGER ? top.last : span.first
  const isUpToHead = span.last === undefined || span.last > head
  const isCurrent =
    whole.asked.last === top.last ||
    context.now() / 1_000 - (await timeOf(context, chain, top.last)) <= newestAgeMaxSeconds
  const last = isUpToHead && isCurrent ? top.last : (span.last ?? head)
  // Nothing exists above the newest block.
  if (isUpToHead && isCurrent && first > top.last) return { first, last: first - 1, head }
  if (last >= first && !then({ first, last }).isComplete) throw incomplete({ first, last: span.last }, whole.ranges)
  if (isUpToHead && !isCurrent) throw incomplete({ first, last: span.last }, whole.ranges)
  return { first, last, head }
}

/** What is covered may end far below the newest block, as traces do. */
const timeOf = async ({ store }: ActionCall['context'], chain: ServedChain, number: number): Promise<number> => {
  const block = await store.db
    .selectFrom('evm_blocks')
    .select('timestamp')
    .where('chain', '=', chain.id)
    .where('number', '=', number)
    .executeTakeFirst()
  return block?.timestamp ?? 0
}

const incomplete = ({ first, last }: BlockSpan, ranges: readonly CoveredRange[]): ServiceError => {
  const covered = ranges.toReversed().map((range) => `${range.first}-${range.last}`)
  const indexed = covered.length === 0 ? 'no block is indexed here' : `blocks ${covered.join(', ')} are indexed here`
  const needed = last === undefined ? `${first} to the newest block` : `${first}-${last}`
  return new ServiceError('not_available', `Incomplete: ${indexed}; the request needs ${needed}`)
}
