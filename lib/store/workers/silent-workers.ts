import type { WorkerRow } from '#lib/store/jobs/worker-tables.ts'

/**
 * Returns the workers whose heartbeat has not changed for `silentMs`. Only the caller's clock is read: the clocks of other machines may differ.
 * While the caller itself could not look, nobody is silent.
 */
export const createSilentWorkers = (silentMs: number, lookEveryMs: number) => {
  const seen = new Map<string, { heartbeat: number; since: number }>()
  let lookedAt = Number.NEGATIVE_INFINITY
  return (workers: readonly Pick<WorkerRow, 'id' | 'heartbeat'>[], nowMs: number): string[] => {
    if (nowMs - lookedAt > 2 * lookEveryMs) seen.clear()
    lookedAt = nowMs
    const ids = new Set(workers.map(({ id }) => id))
    for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id)
    return workers.flatMap(({ id, heartbeat }) => {
      const known = seen.get(id)
      if (known?.heartbeat === heartbeat) return nowMs - known.since >= silentMs ? [id] : []
      seen.set(id, { heartbeat, since: nowMs })
      return []
    })
  }
}
