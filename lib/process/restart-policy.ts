import { permanentFaultCode } from './exit-code.ts'

/** How a process ended. */
export type End = { code: number | null; signal: NodeJS.Signals | null; isHung: boolean }

/** Signals sent from outside. Any other one is a crash, e.g. SIGSEGV, or SIGABRT when the heap is full. */
const outsideSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

/** How a process ended through its own fault; undefined if it may have been ended from outside. */
export const ownEnd = ({ code, signal, isHung }: End): 'hung' | 'crashed' | undefined => {
  if (isHung) return 'hung'
  const hasCrashed = signal ? !outsideSignals.includes(signal) : code !== 0
  return hasCrashed ? 'crashed' : undefined
}

/** What to do about a process that ended unexpectedly. */
export type Decision = { restartInMs: number } | { giveUp: string }

export type RestartLimits = { failuresMax: number; withinMs: number; firstWaitMs: number }

const defaults: RestartLimits = { failuresMax: 5, withinMs: 60_000, firstWaitMs: 500 }

export const endWords = ({ code, signal, isHung }: End): string => {
  if (isHung) return 'stopped responding and was killed'
  return signal ? `was killed by ${signal}` : `exited with code ${code}`
}

/**
 * Restart policy of one process: it is restarted with growing delays until it failed `failuresMax` times within
 * `withinMs`. A permanent failure is never restarted.
 */
export const createRestartPolicy = (limits: Partial<RestartLimits> = {}) => {
  const { failuresMax, withinMs, firstWaitMs } = { ...defaults, ...limits }
  let failedAt: number[] = []
  return (end: End, now: number): Decision => {
    if (end.code === permanentFaultCode) return { giveUp: 'cannot run until the error above is fixed' }
    failedAt = [...failedAt.filter((at) => now - at < withinMs), now]
    if (failedAt.length < failuresMax) return { restartInMs: firstWaitMs * 2 ** (failedAt.length - 1) }
    const span = `${Math.round(withinMs / 1_000)} s`
    return { giveUp: `failed ${failedAt.length} times within ${span}; the last time it ${endWords(end)}` }
  }
}
