import { setTimeout as wait } from 'node:timers/promises'
import { SilentDatabase } from './silent-database.ts'
import type { TableQuestion } from './table-question.ts'

/** Refuses statements instead of waiting for a database that does not respond. */
export type ResponseWatch = {
  /** @throws SilentDatabase while it does not respond. */
  refuseSilent(): void
  /** The result of a statement. @throws SilentDatabase if the database stops responding before it has ended. */
  during<Result>(statement: Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export type ResponseWatchOptions = {
  /** A question that the database can always answer at once, from its tables. */
  question: TableQuestion
  /** Called once when a question was not answered in time. */
  onSilent: (error: SilentDatabase) => void
  /** Called once when one was answered again. */
  onResponse: () => void
  /** How long a question may take. */
  silentAfterMs: number
  /** A question on a connection that died without notice never ends: another one is asked then, and later each time. */
  giveUpMs?: number
}

/** For databases that are waited for. */
export const alwaysWaits: ResponseWatch = {
  refuseSilent: () => {},
  during: (statement) => statement,
  close: async () => {},
}

/** The time of a question counts in steps: a process that was busy itself for longer has not seen what was answered meanwhile. */
const steps = 12
/** A coordinator keeps the connection of a question that it cannot cancel: there must not be many. */
const giveUpMsMax = 300_000

/** Asks while statements are running, and while the database is silent. */
export const createResponseWatch = ({
  question: { ask, close },
  onSilent,
  onResponse,
  silentAfterMs,
  giveUpMs = 15_000,
}: ResponseWatchOptions): ResponseWatch => {
  /** Before the first question about a statement, and between two of them: most statements have ended by then. */
  const pauseMs = silentAfterMs / 4
  const stepMs = silentAfterMs / steps
  const waiting = new Set<(error: SilentDatabase) => void>()
  let isSilent = false
  let isAsking = false
  let isClosed = false
  let patienceMs = giveUpMs

  const fallSilent = (): void => {
    if (isSilent) return
    isSilent = true
    const error = new SilentDatabase('A question to a table was not answered in time.')
    onSilent(error)
    for (const reject of [...waiting]) reject(error)
  }
  const respond = (): void => {
    if (!isSilent) return
    isSilent = false
    patienceMs = giveUpMs
    onResponse()
  }
  /** A question that fails says nothing new: so does the statement, or the database is still silent. */
  const askOnce = async (): Promise<void> => {
    let hasEnded = false
    const end = (): void => {
      hasEnded = true
    }
    const giveUp = new AbortController()
    ask(giveUp.signal)
      .then(respond, () => {})
      .finally(end)
    for (let waitedMs = 0; !hasEnded && !isClosed && waitedMs < patienceMs; waitedMs += stepMs) {
      if (waitedMs >= silentAfterMs) fallSilent()
      await wait(stepMs, undefined, { ref: false })
    }
    if (hasEnded) return
    giveUp.abort()
    patienceMs = Math.min(2 * patienceMs, giveUpMsMax)
  }
  const keepAsking = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    for (;;) {
      await wait(pauseMs, undefined, { ref: false })
      if (isClosed || (waiting.size === 0 && !isSilent)) break
      await askOnce()
    }
    isAsking = false
  }

  return {
    refuseSilent: () => {
      if (isSilent) throw new SilentDatabase('The last question to a table was not answered yet.')
    },
    during: async (statement) => {
      const { promise: silence, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      void keepAsking()
      try {
        return await Promise.race([statement, silence])
      } finally {
        waiting.delete(reject)
      }
    },
    close: async () => {
      isClosed = true
      await close()
    },
  }
}
