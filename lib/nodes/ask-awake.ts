import { type Clock, sleep } from '#lib/base/clock.ts'
import type { NoteFailure } from './after-failure.ts'
import type { Attempts } from './attempt.ts'
import type { NodeState } from './node-state.ts'
import type { AskOptions, Question } from './question.ts'

type AwakeOptions<Connection> = {
  clock: Clock
  attempts: Attempts<Connection>
  /** How long after the first response the others are waited for; undefined waits for all of them. */
  lateMs: number | undefined
  noteFailure: NoteFailure<Connection>
}

/** If no node responds within this time, the nodes are tried in turn instead. */
const silentMsMax = 10_000

/** Sends a question to each node once, and returns the answers that arrive in time. */
export const askAwake = async <Connection, T>(
  awake: readonly NodeState<Connection>[],
  question: Question<Connection, T>,
  { clock, attempts, lateMs, noteFailure }: AwakeOptions<Connection>,
  { signal }: AskOptions,
): Promise<T[]> => {
  const over = new AbortController()
  const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  const values: T[] = []
  // A hanging node must not delay the others.
  const endSoon = (ms: number) =>
    sleep(clock, ms, either).then(
      () => over.abort(),
      () => {},
    )
  if (lateMs !== undefined) void endSoon(silentMsMax)
  await Promise.all(
    awake.map(async (node) => {
      const outcome = await attempts.once(node, question, either)
      if (either.aborted) return
      if ('error' in outcome) return void noteFailure(outcome)
      values.push(outcome.value)
      if (values.length === 1 && lateMs !== undefined) void endSoon(lateMs)
    }),
  )
  over.abort()
  signal?.throwIfAborted()
  return values
}
