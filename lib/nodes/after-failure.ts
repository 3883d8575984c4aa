import type { Failed } from './attempt.ts'
import { isLasting, type Verdict } from './verdict.ts'

/**
 * The reaction to a failure: give up, try another node at once, or wait first, with growing delays or briefly. `once_more`:
 * this node is asked at most twice.
 */
export type NextStep = 'give_up' | 'elsewhere' | 'once_more' | 'wait' | 'wait_briefly'

/** Records a failure. `isOnly`: no other node is left. */
export type NoteFailure<Connection> = (failed: Failed<Connection>, circumstances?: { isOnly?: boolean }) => NextStep

/** How often a question is retried on a single node after its key or quota was refused. */
const refusalsRetriedMax = 3

/** Records a failure on the node, and decides how to continue with the question. */
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
  const fault = error instanceof Error ? error.message : 'unknown'
  if (verdict.next === 'doubt') {
    if (!isOnly) node.doubted(fault)
    return verdict.isFinal ? 'elsewhere' : 'once_more'
  }
  const { failure } = verdict
  node.failed(failure, fault, now, sentAt)
  if (failure.kind === 'rate_limited') return 'wait_briefly'
  if (!isLasting(failure)) return 'wait'
  return isOnly && node.failuresInRow <= refusalsRetriedMax ? 'wait' : 'elsewhere'
}
