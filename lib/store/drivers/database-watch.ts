import { type FailureKind, failureKind } from './failure.ts'

/** Observes all driver errors, so that an outage of the database is reported once and not by every affected request. */
export type DatabaseWatch = {
  failed(error: unknown): void
  worked(how: 'read' | 'write'): void
}

export type DatabaseWatchOptions = {
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
