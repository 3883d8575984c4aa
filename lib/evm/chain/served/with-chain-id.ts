import { systemClock } from '#lib/base/clock.ts'
import type { Store } from '#lib/store/store.ts'
import { lastLocalChainId } from './chain-id.ts'

/** How often a devnet's id is looked up: it is unknown until its node first responds, and may change. */
const lookEveryMs = 1_000

/**
 * Works on one chain under its id until `signal` ends it. A devnet's id is read where its indexing stores it; if it
 * changes, the work is ended and restarted. `work` ends when its signal does, and does not throw.
 */
export const withChainId = async <Tables>(
  store: Store<Tables>,
  expectedId: number | undefined,
  work: (id: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  if (expectedId !== undefined) return await work(expectedId, signal)
  let current: { id: number; stop: AbortController; done: Promise<void> } | undefined
  while (!signal.aborted) {
    const id = await lastLocalChainId(store).catch(() => current?.id ?? 0)
    if (id !== 0 && id !== current?.id) {
      current?.stop.abort()
      await current?.done
      const stop = new AbortController()
      current = { id, stop, done: work(id, AbortSignal.any([signal, stop.signal])) }
    }
    await systemClock.wait(lookEveryMs, signal)
  }
  await current?.done
}
