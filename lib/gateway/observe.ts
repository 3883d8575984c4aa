import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { ProcessLog } from '#lib/base/logger.ts'
import { noteSent } from '#lib/http/admit.ts'
import type { Metrics } from './health.ts'

/**
 * Writes one log line and one count per request. Successful requests are logged at `debug`, bugs at `error` with their
 * stack, failures of ours or an upstream at `warn` with their cause. Errors caused by the caller are not logged.
 */
export const createObserve =
  ({ system, log, metrics }: { system: string; log: ProcessLog; metrics?: Metrics }): ((facts: RequestFacts) => void) =>
  (facts) => {
    metrics?.record(system, facts)
    noteSent(facts.bytes ?? 0)
    const { error, durationMs, ...known } = facts
    const line = { system, ...known, durationMs: Math.round(durationMs * 10) / 10 }
    if (error === undefined) return log.debug(line, 'answered')
    if (!isServiceError(error)) return log.error({ ...line, err: error }, 'a bug')
    const fault = { ...line, code: error.code }
    if (error.status >= 500) return log.warn({ ...fault, err: error }, 'not answered')
    return log.info(fault, 'refused')
  }
