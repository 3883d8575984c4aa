import { ServiceError } from '#lib/api/errors.ts'

/** SQLite's primary result codes (sqlite.org/rescode.html) that are not a fault of the statement. */
const sqliteFailures: Record<number, Failure> = {
  5: { message: 'The database is busy. Please try again.', retryAfterSeconds: 1 },
  6: { message: 'The database is busy. Please try again.', retryAfterSeconds: 1 },
  8: { message: 'The database can only be read at the moment.' },
  10: { message: 'The database could not be read or written.' },
  11: { message: 'The database file is damaged.' },
  13: { message: 'The database has no space left to write.', retryAfterSeconds: 60 },
  14: { message: 'The database file cannot be opened.' },
  26: { message: 'The database file is not a database.' },
}

const unreachable: Failure = { message: 'The database cannot be reached.', retryAfterSeconds: 5 }
const busy: Failure = { message: 'The database is busy. Please try again.', retryAfterSeconds: 1 }
const full: Failure = { message: 'The database has no space left to write.', retryAfterSeconds: 60 }
const refused: Failure = { message: 'The database refused the login.' }

/** PostgreSQL's SQLSTATE codes, whole or as a class of two characters (its documentation, appendix A), and Node's. */
const postgresFailures: Record<string, Failure> = {
  '08': unreachable,
  '57P01': unreachable,
  '57P02': unreachable,
  '57P03': unreachable,
  '53300': { message: 'The database has no connection left.', retryAfterSeconds: 1 },
  '53100': full,
  '53': { message: 'The database has run out of resources.', retryAfterSeconds: 10 },
  '25006': { message: 'The database can only be read at the moment.' },
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  '57014': { message: 'The database did not answer in time.', retryAfterSeconds: 1 },
  '28': refused,
  '3D000': { message: 'The database named in DATABASE_URL does not exist.' },
  '58': { message: 'The database could not be read or written.' },
  XX001: { message: 'The database is damaged.' },
  XX002: { message: 'The database is damaged.' },
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EPIPE: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
}

/** Faults of a connection that `pg` reports without a code. */
const lostConnection = /connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable/i

type Failure = { message: string; retryAfterSeconds?: number }

/**
 * What to throw for an error of the database: `not_available` when the database is busy, full, away or damaged, with a
 * sentence that is safe to show; anything else (a broken rule, wrong SQL) is returned as it came.
 */
export const storeFailure = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ServiceError) return error
  const failure = failureOf(error)
  if (!failure) return error
  const { message, retryAfterSeconds } = failure
  return new ServiceError('not_available', message, { cause: error, retryAfterSeconds })
}

const failureOf = (error: Error): Failure | undefined => {
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteFailures[error.errcode & 0xff]
  if ('code' in error && typeof error.code === 'string') {
    return postgresFailures[error.code] ?? postgresFailures[error.code.slice(0, 2)]
  }
  return lostConnection.test(error.message) ? unreachable : undefined
}
