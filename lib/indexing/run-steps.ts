import { type Clock, systemClock } from '#lib/base/clock.ts'
import { repeat } from '#lib/base/retry.ts'

export type RunOptions<Step> = {
  /** Ends the work after the current transaction. */
  signal: AbortSignal
  /** How often an idle chain is polled for its head. */
  pollMs: number
  clock?: Clock
  onStep?: (step: Step) => void
  onFailure?: (error: unknown, retryInMs: number) => void
}

/**
 * Repeats `step` until it is finished or `signal` ends it. Failures of the node or the store are passed to `onFailure`,
 * and the step is retried with growing delays.
 */
export const runSteps = async <Step extends { kind: string }>(
  step: () => Promise<Step>,
  { signal, pollMs, clock = systemClock, onStep, onFailure }: RunOptions<Step>,
): Promise<void> => {
  await repeat(
    async () => {
      const done = await step()
      onStep?.(done)
      if (done.kind === 'waiting') await clock.wait(pollMs, signal)
      return done.kind !== 'finished'
    },
    { signal, clock, onFailure },
  )
}

/** Repeats `ask` until it answers, with growing delays; undefined if the signal ended it before. */
export const runUntilDone = async <Answer>(
  ask: () => Promise<Answer>,
  options: Omit<RunOptions<never>, 'onStep' | 'pollMs'>,
): Promise<Answer | undefined> => {
  let answer: Answer | undefined
  const step = async () => {
    answer = await ask()
    return { kind: 'finished' }
  }
  await runSteps(step, { signal: options.signal, clock: options.clock, onFailure: options.onFailure, pollMs: 0 })
  return answer
}
