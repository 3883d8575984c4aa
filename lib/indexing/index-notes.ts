import type { Clock } from '#lib/base/clock.ts'
import type { Log } from '#lib/base/log.ts'
import { failureWords } from './log-failures.ts'

/** How often an index that goes on records that its node responds. */
const noteEveryMs = 1_000

type IndexNotesOptions = {
  log: Log
  /** Named in every line of the log. */
  facts: object
  clock: Clock
  /** Records the state of the index for visitors: why it has stopped, or null. */
  write(error: string | null): Promise<void>
}

/** Notes when the indexing of a chain stops, resumes and goes on. Never throws. */
export const createIndexNotes = ({ log, facts, clock, write }: IndexNotesOptions) => {
  let notedAt = Number.NEGATIVE_INFINITY
  let isFailing = false
  const note = (error: string | null): void => void write(error).catch(() => {})
  return {
    failed: (error: unknown, retryInMs: number): void => {
      isFailing = true
      log.warn({ ...facts, err: error, retryInMs: Math.round(retryInMs) }, 'indexing has stopped')
      note(failureWords(error))
    },
    goesOn: (): void => {
      if (!isFailing && clock.now() - notedAt < noteEveryMs) return
      notedAt = clock.now()
      if (isFailing) log.info(facts, 'indexing has resumed')
      isFailing = false
      note(null)
    },
  }
}
