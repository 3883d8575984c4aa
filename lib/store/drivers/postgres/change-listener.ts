import { Client } from 'pg'

/** PostgreSQL tells the listeners of this channel about each commit that changes what public answers are made of. */
export const changesChannel = 'spyglass_changes'

/** Tables of accounts, limits and jobs: they change with nearly every request, and no public answer reads them. */
const otherTables =
  /^(?:account(?:_event|_note|_session)?|api_key(?:_use)?|daily_use|job|rate_limit|setting|sign_in_(?:challenge|pre_session)|work_attempt|work_lease|worker)$/

/** False if no public answer reads this table. */
export const isPublic = (table: string): boolean => !otherTables.test(table)

const change = /^(?:insert into|update|delete from) "?(\w{1,63})/i
const startLength = 100

/** The table that a statement changes; undefined if it begins in another way. */
export const changedTable = (sql: string): string | undefined => change.exec(sql.slice(0, startLength).trimStart())?.[1]

type ChangeListener = {
  /** Differs after each commit that it was told about; undefined while it is not listening. */
  version(): string | undefined
  close(): Promise<void>
}

type ChangeListenerOptions = {
  connectTimeoutMs: number
  applicationName: string
  /** Monotonic milliseconds. */
  now?: () => number
}

const retryMs = 1_000

/**
 * Learns of changes of a PostgreSQL database by a connection of its own, which is opened by the first question for the version. A
 * connection that broke without notice keeps its version: what depends on it must have an age limit too.
 */
export const createChangeListener = (
  url: string,
  { connectTimeoutMs, applicationName, now = () => performance.now() }: ChangeListenerOptions,
): ChangeListener => {
  let connections = 0
  let changes = 0
  let listening: Client | undefined
  let current: Client | undefined
  let retryAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const listen = (): void => {
    connections += 1
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: applicationName,
      keepAlive: true,
    })
    current = client
    const lost = (): void => {
      if (current !== client) return
      current = undefined
      listening = undefined
      retryAt = now() + retryMs
      client.end().catch(() => {})
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', () => {
      changes += 1
    })
    const start = async (): Promise<void> => {
      await client.connect()
      await client.query(`listen ${changesChannel}`)
      if (current === client) listening = client
    }
    start().catch(lost)
  }

  return {
    version: () => {
      if (current === undefined && !isClosed && now() >= retryAt) listen()
      return listening && `${connections}.${changes}`
    },
    close: async () => {
      isClosed = true
      const open = current
      current = undefined
      listening = undefined
      await open?.end().catch(() => {})
    },
  }
}
