import { ServiceError, type ServiceErrorOptions } from '#lib/api/errors.ts'
import { retryAfterSecondsMax } from '#lib/nodes/retry-after.ts'
import type { NodeFailure, Verdict } from '#lib/nodes/verdict.ts'

type Options = ServiceErrorOptions & { isTimeout?: boolean; isUnreachable?: boolean }

/** A full node returned no usable response. The message is safe to show: it contains no address. */
export class AptosNodeFailure extends ServiceError {
  readonly verdict: Verdict

  constructor(sentence: string, failure: NodeFailure | 'elsewhere', options: Options = {}) {
    const { isTimeout = false, isUnreachable = false, retryAfterSeconds } = options
    super(isTimeout ? 'upstream_timeout' : 'upstream_failed', sentence, {
      ...options,
      retryAfterSeconds:
        retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds, retryAfterSecondsMax),
    })
    this.verdict = failure === 'elsewhere' ? { next: 'elsewhere' } : { next: 'rest', failure, isUnreachable }
  }
}

/** The failure for a response in an unexpected format, or about something else. */
export const unusable = (sentence: string, cause?: unknown): AptosNodeFailure =>
  new AptosNodeFailure(sentence, { kind: 'transient' }, { cause })
