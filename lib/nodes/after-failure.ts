import type { Failed } from './attempt.ts'
import { isLasting, type Verdict } from './verdict.ts'

/** What to do after a failure: give up, ask another node at once, or wait first: longer each time, or briefly. */
export type NextStep = 'give_up' | 'elsewhere' | 'wait' | 'wait_briefly'

/** How often one question is sent again to the only node after its key or quota was refused. */
const refusalsRetriedMax = 3

/** Notes on the node what its failure says about it, and decides what follows for the question. */
export const afterFailure = <Connection>(
  { node, error, sentAt }: Failed<Connection>,
  verdict: Verdict,
  now: number,
  isOnly: boolean,
): NextStep => {
  if (verdict.next === 'give_up' || verdict.next === 'elsewhere') return verdict.next
  if (verdict.next === 'again') return 'wait'
  if (verdict.next === 'lacks') {
    node.noteLack(verdict.kind, now)
    return 'elsewhere'
  }
  const { failure } = verdict
  node.failed(failure, error instanceof Error ? error.message : 'unknown', now, sentAt)
  if (failure.kind === 'rate_limited') return 'wait_briefly'
  if (!isLasting(failure)) return 'wait'
  return isOnly && failure.kind !== 'invalid' && node.failuresInRow <= refusalsRetriedMax ? 'wait' : 'elsewhere'
}
