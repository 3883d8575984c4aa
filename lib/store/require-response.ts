import { type QueryExecutorProvider, sql } from 'kysely'
import { ServiceError } from '#lib/api/errors.ts'

/** Databases that did not respond in time, until they do. */
const silent = new WeakSet<object>()
const withinMsUsual = 2_000
/** A question on a connection that died without notice may never end. */
const askAgainMsUsual = 30_000

const ask = (db: QueryExecutorProvider): Promise<unknown> => sql`select 1`.execute(db)

/** @throws ServiceError `not_available` while it is known that a database does not respond. */
export const refuseSilent = (db: QueryExecutorProvider): void => {
  if (!silent.has(db)) return
  throw new ServiceError('not_available', 'The database of this chain does not respond.', { retryAfterSeconds: 5 })
}

/**
 * Asks one of several databases for a sign of life, so that the answer for others does not wait for it. One that is silent is
 * refused at once until that question has ended, or half a minute later. @throws ServiceError `not_available`
 */
export const requireResponse = async <Db extends QueryExecutorProvider>(
  db: Db,
  {
    withinMs = withinMsUsual,
    askAgainMs = askAgainMsUsual,
    read = ask,
  }: { withinMs?: number; askAgainMs?: number; read?: (db: Db) => Promise<unknown> } = {},
): Promise<void> => {
  refuseSilent(db)
  const { promise: isLate, resolve } = Promise.withResolvers<void>()
  const reading = read(db)
  const timer = setTimeout(() => {
    silent.add(db)
    const forget = setTimeout(() => silent.delete(db), askAgainMs)
    const ended = (): void => {
      clearTimeout(forget)
      silent.delete(db)
    }
    forget.unref()
    reading.then(ended, ended)
    resolve()
  }, withinMs)
  try {
    await Promise.race([reading, isLate])
  } finally {
    clearTimeout(timer)
  }
  refuseSilent(db)
}
