import { failureKind } from './drivers/database-watch.ts'
import type { ReplicaUse } from './drivers/postgres/replica-driver.ts'

/** How the replica is. Lists are read from it while it is `used`, and from the primary otherwise. */
export type ReplicaState = {
  state: 'starting' | 'behind' | 'used' | 'unreachable'
  /** How much older its newest commit is than the primary's, as of the last check; null before the first. */
  lagMs: number | null
}

export type ReplicaWatch = ReplicaUse & {
  /** Begins the checks. The tables must exist on the primary. */
  start(): void
  stop(): void
  state(): ReplicaState
}

export type ReplicaWatchOptions = {
  /** Commits the time on the primary, and returns it: milliseconds since 1970, by the primary's clock. */
  beat: () => Promise<number>
  /** The newest such time that the replica has; undefined if it has none. */
  seen: () => Promise<number | undefined>
  onChange: (state: ReplicaState) => void
  /** A replica further behind is not read. */
  lagMaxMs?: number
  everyMs?: number
  /** A check that takes longer has failed. */
  withinMs?: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/**
 * Knows whether a replica may be read. It compares commits rather than positions in the log of changes, so that it works with every
 * kind of replication, and notices one that has stopped receiving.
 */
export const createReplicaWatch = ({
  beat,
  seen,
  onChange,
  lagMaxMs = 10_000,
  everyMs = 1_000,
  withinMs = 3_000,
  now = () => performance.now(),
}: ReplicaWatchOptions): ReplicaWatch => {
  let current: ReplicaState = { state: 'starting', lagMs: null }
  let sent: { beat: number; at: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const set = (next: ReplicaState): void => {
    const isChange = next.state !== current.state
    current = next
    if (isChange) onChange(next)
  }

  const stateAfter = (newest: number | undefined, latest: { beat: number; at: number }): ReplicaState => {
    if (newest === undefined) return { state: 'starting', lagMs: null }
    const lagMs = newest >= latest.beat ? 0 : latest.beat - newest + (now() - latest.at)
    const isUsable = lagMs <= lagMaxMs && isRead(current)
    return { state: isUsable ? 'used' : 'behind', lagMs }
  }

  const check = async (): Promise<void> => {
    if (sent) {
      try {
        set(stateAfter(await within(withinMs, seen()), sent))
      } catch {
        set({ state: 'unreachable', lagMs: null })
      }
    }
    // While the primary is down, the replica is as new as it can be.
    const latest = await within(withinMs, beat()).catch(() => undefined)
    if (latest !== undefined) sent = { beat: latest, at: now() }
  }

  const run = async (): Promise<void> => {
    await check()
    if (!isStopped) timer = setTimeout(run, everyMs).unref()
  }

  return {
    start: () => {
      if (!timer && !isStopped) timer = setTimeout(run, 0).unref()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
    state: () => current,
    isUsed: (purpose) => (purpose === 'rows' ? current.state === 'used' : isRead(current)),
    failed: (error) => {
      // A read that waits for a conflict with replayed changes to end is cancelled (40001): the next one may work.
      if (failureKind(error) !== 'busy') set({ state: 'unreachable', lagMs: null })
    },
  }
}

const isRead = ({ state }: ReplicaState): boolean => state === 'used' || state === 'behind'

const within = async <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The check took too long.')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
