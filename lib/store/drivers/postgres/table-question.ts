import { Client } from 'pg'
import { SilentDatabase } from './silent-database.ts'

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
