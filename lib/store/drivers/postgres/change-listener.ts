import { Client } from 'pg'
import { changesChannel } from './changes.ts'

export type ChangeListener = {
  /** Differs after each commit that it was told about; undefined while it is not listening. */
  version(): string | undefined
  close(): Promise<void>
}

export type ChangeListenerOptions = {
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
