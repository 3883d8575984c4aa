import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** A database that accepts connections but answers no question to its tables, as the coordinator of a cluster whose node hangs. */
export class SilentDatabase extends Error {
  override readonly name = 'SilentDatabase'
  readonly code = 'ESILENT'
}

type QuestionOptions = { connectTimeoutMs: number; applicationName: string }

/** The server does not keep a question for longer, if it can end it. */
const endsWithinMs = 300_000

/** A question to the tables of a database. The end of the signal gives it up. */
export type TableQuestion = { ask(signal: AbortSignal): Promise<unknown>; close(): Promise<void> }

/**
 * Asks on a connection of its own, since all others may be waiting, and reads a table: `select 1` is answered by the coordinator of a
 * cluster even while the node that has the tables hangs.
 */
export const createTableQuestion = (
  url: string,
  { connectTimeoutMs, applicationName }: QuestionOptions,
): TableQuestion => {
  let connected: Client | undefined
  const end = async (client: Client): Promise<void> => {
    if (connected === client) connected = undefined
    await client.end().catch(() => {})
  }
  const create = (): Client => {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: endsWithinMs,
      application_name: applicationName,
      keepAlive: true,
    })
    client.on('error', () => void end(client))
    return client
  }
  return {
    ask: async (signal) => {
      signal.throwIfAborted()
      const client = connected ?? create()
      signal.addEventListener('abort', () => void end(client), { once: true })
      try {
        if (connected === undefined) await client.connect()
        connected = client
        await client.query('select name from setting limit 1')
      } catch (error) {
        void end(client)
        throw error
      }
    },
    close: async () => {
      if (connected) await end(connected)
    },
  }
}

const usuallyWithinMs = 30_000
const connectTimeoutMs = 10_000

/** Before a migration, which has no time limit. @throws SilentDatabase if there are tables that do not answer a question. */
export const requireAnswer = async (
  url: string,
  applicationName: string,
  closing: AbortSignal,
  withinMs = usuallyWithinMs,
): Promise<void> => {
  const question = createTableQuestion(url, { connectTimeoutMs, applicationName })
  const late = AbortSignal.timeout(withinMs)
  // Any other fault, such as a database without tables yet, is that of the migration.
  await question.ask(AbortSignal.any([late, closing])).catch(() => {})
  await question.close()
  if (late.aborted) throw new SilentDatabase()
}

/** Refuses statements instead of waiting for a database that does not respond. */
export type ResponseWatch = {
  /** @throws SilentDatabase while it does not respond. */
  refuseSilent(): void
  /** The result of a statement. @throws SilentDatabase if the database stops responding before it has ended. */
  during<Result>(statement: Promise<Result>): Promise<Result>
  close(): Promise<void>
}

type ResponseWatchOptions = {
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
