import { setTimeout as wait } from 'node:timers/promises'

/** SQLITE_BUSY and its extended forms: another process holds the lock. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5

/**
 * Retries `attempt` while another process holds the lock, for at most `timeoutMs`. SQLite's own waiting would block the
 * whole process: pages would stop while the worker writes.
 */
export const retryWhileBusy = async <Result>(attempt: () => Result, timeoutMs: number): Promise<Result> => {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    await wait(1 + Math.random() * 2)
  }
}
