import { systemClock } from '#lib/api/clock.ts'
import type { Store } from '#lib/store/store.ts'
import { lastLocalChainId } from './chain-id.ts'

/** How often a devnet's id is looked up: it is unknown until its node is first heard, and may become another. */
const lookEveryMs = 1_000

/**
 * Works on one chain under its id until `signal` ends it. A devnet's id is taken from where its indexing notes it; when it
 * becomes another, the work of the old one is ended and restarted. `work` ends when its signal does, and does not throw.
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
