import { permanentFaultCode } from './exit-code.ts'

/** How a process ended. */
export type End = { code: number | null; signal: NodeJS.Signals | null; isHung: boolean }

/** Signals that come from outside; a process that ends by another one crashed, e.g. with SIGSEGV, or SIGABRT when its heap is full. */
const outsideSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

/** How a process ended by its own doing; undefined if someone else may have ended it. */
export const ownEnd = ({ code, signal, isHung }: End): 'hung' | 'crashed' | undefined => {
  if (isHung) return 'hung'
  const hasCrashed = signal ? !outsideSignals.includes(signal) : code !== 0
  return hasCrashed ? 'crashed' : undefined
}

/** What to do about a process that ended without being asked to. */
export type Decision = { restartInMs: number } | { giveUp: string }

export type RestartLimits = { failuresMax: number; withinMs: number; firstWaitMs: number }

const defaults: RestartLimits = { failuresMax: 5, withinMs: 60_000, firstWaitMs: 500 }

export const endWords = ({ code, signal, isHung }: End): string => {
  if (isHung) return 'stopped responding and was killed'
  return signal ? `was killed by ${signal}` : `exited with code ${code}`
}

/**
 * Decides about one process: it is restarted, each time later, until it failed `failuresMax` times within `withinMs`.
 * A permanent fault is not worth a restart.
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
