import { ServiceError } from '#lib/base/errors.ts'

/** Why a database cannot be used. */
export type FailureKind =
  | 'busy'
  | 'damaged'
  | 'exhausted'
  | 'forbidden'
  | 'full'
  | 'inaccessible'
  | 'io'
  | 'missing'
  | 'not a database'
  | 'read-only'
  | 'refused'
  | 'silent'
  | 'slow'
  | 'unreachable'

type Failure = { kind: FailureKind; message: string; retryAfterSeconds?: number }

const unreachable: Failure = { kind: 'unreachable', message: 'The database cannot be reached.', retryAfterSeconds: 5 }
const busy: Failure = { kind: 'busy', message: 'The database is busy. Please try again.', retryAfterSeconds: 1 }
const full: Failure = { kind: 'full', message: 'The database has no space left to write.', retryAfterSeconds: 10 }
const refused: Failure = { kind: 'refused', message: 'The database refused the login.' }
const readOnly: Failure = {
  kind: 'read-only',
  message: 'The database is read-only at the moment.',
  retryAfterSeconds: 10,
}
const unreadable: Failure = {
  kind: 'io',
  message: 'The database could not be read or written.',
  retryAfterSeconds: 10,
}
const damaged: Failure = { kind: 'damaged', message: 'The database is damaged.' }
const inaccessible: Failure = { kind: 'inaccessible', message: 'The database file cannot be opened.' }

/** SQLite's primary result codes (sqlite.org/rescode.html) that are not caused by the statement. */
const sqliteFailures: Record<number, Failure> = {
  5: busy,
  6: busy,
  8: readOnly,
  10: unreadable,
  11: { kind: 'damaged', message: 'The database file is damaged.' },
  13: full,
  14: inaccessible,
  26: { kind: 'not a database', message: 'The database file is not a database.' },
}

/** PostgreSQL's SQLSTATE codes, whole or as a class of two characters (its documentation, appendix A), and Node's of sockets and files. */
const postgresFailures: Record<string, Failure> = {
  '08': unreachable,
  '57P01': unreachable,
  '57P02': unreachable,
  '57P03': unreachable,
  // Of a server that starts or stops, and of a database that accepts no connections.
  '55000': unreachable,
  '53300': { kind: 'exhausted', message: 'The database has no connection left.', retryAfterSeconds: 1 },
  '53100': full,
  '53': { kind: 'exhausted', message: 'The database has run out of resources.', retryAfterSeconds: 10 },
  '25006': readOnly,
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  '57014': { kind: 'slow', message: 'The database did not answer in time.', retryAfterSeconds: 1 },
  '28': refused,
  '42501': { kind: 'forbidden', message: 'The database denied access to its tables.' },
  '3D000': { kind: 'missing', message: 'The database named in DATABASE_URL does not exist.' },
  '58': unreadable,
  XX001: damaged,
  XX002: damaged,
  ESILENT: { kind: 'silent', message: 'The database of this chain does not respond.', retryAfterSeconds: 5 },
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EPIPE: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOSPC: full,
  EACCES: inaccessible,
  EPERM: inaccessible,
  EROFS: readOnly,
  ENOTDIR: inaccessible,
  EEXIST: inaccessible,
}

/** Faults of a connection that `pg` reports without a code. */
const lostConnection = /connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable/i

/**
 * Maps a database error to `not_available` if the database is busy, full, down or damaged, with a sentence that is safe
 * to show; any other error (a broken rule, wrong SQL) is returned unchanged.
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

/** The kind of failure behind an error or one of its causes; undefined if the database is not at fault. */
export const failureKind = (error: unknown): FailureKind | undefined => {
  if (!(error instanceof Error)) return undefined
  return failureOf(error)?.kind ?? failureKind(error.cause)
}

/** Called before each use of a database. @throws ServiceError `not_available` while it must not be used. */
export type DatabaseGate = () => void

/** Observes all driver errors, so that an outage of the database is reported once and not by every affected request. */
export type DatabaseWatch = {
  failed(error: unknown): void
  worked(how: 'read' | 'write'): void
}

type DatabaseWatchOptions = {
  /** Called when a fault begins, and every minute while it continues. */
  onFault: (error: unknown) => void
  /** Called once when the last fault has ended. */
  onRecovery: () => void
  /** Monotonic milliseconds. */
  now?: () => number
}

const logAgainMs = 60_000

/** Reads continue during these, so only a write shows that they have passed. */
const failWritesOnly: ReadonlySet<FailureKind> = new Set(['busy', 'full', 'io', 'read-only'])

/**
 * A small write can succeed where a large one fails: these outages end when nothing has failed for longer than a retry
 * waits.
 */
const failSomeWrites: ReadonlySet<FailureKind> = new Set(['full', 'io'])
const quietMs = 45_000

/**
 * Whether an error is part of an outage that a `DatabaseWatch` reports. A slow statement is not: it says more about the
 * statement than about the database.
 */
export const isOutage = (error: unknown): boolean => {
  const kind = failureKind(error)
  return kind !== undefined && kind !== 'slow'
}

export const createDatabaseWatch = ({
  onFault,
  onRecovery,
  now = () => performance.now(),
}: DatabaseWatchOptions): DatabaseWatch => {
  const faults = new Map<FailureKind, { loggedAt: number; failedAt: number }>()

  const isOver = (kind: FailureKind, failedAt: number, how: 'read' | 'write'): boolean => {
    if (how === 'read' && failWritesOnly.has(kind)) return false
    return !failSomeWrites.has(kind) || now() - failedAt >= quietMs
  }

  return {
    failed: (error) => {
      const kind = failureKind(error)
      if (kind === undefined || !isOutage(error)) return
      const known = faults.get(kind)
      const isNews = known === undefined || now() - known.loggedAt >= logAgainMs
      faults.set(kind, { loggedAt: isNews ? now() : known.loggedAt, failedAt: now() })
      if (isNews) onFault(error)
    },
    worked: (how) => {
      if (faults.size === 0) return
      for (const [kind, { failedAt }] of faults) if (isOver(kind, failedAt, how)) faults.delete(kind)
      if (faults.size === 0) onRecovery()
    },
  }
}

/** For stores without a watch. */
export const noWatch: DatabaseWatch = { failed: () => {}, worked: () => {} }
