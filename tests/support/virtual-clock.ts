import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#lib/base/clock.ts'

type Sleeper = { at: number; wake: () => void }

/** Time that advances only when nothing else is left to do. */
export type VirtualClock = Clock & {
  /** Throws the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Advances time until `work` is done. Throws if everything waits and nothing could ever wake it. */
  run<T>(work: Promise<T>): Promise<T>
}

export const createVirtualClock = (): VirtualClock => {
  let now = 0
  let sleepers: Sleeper[] = []

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake, fail) => {
      if (signal?.aborted) return fail(signal.reason)
      const sleeper = { at: now + ms, wake }
      sleepers.push(sleeper)
      signal?.addEventListener('abort', () => {
        sleepers = sleepers.filter((other) => other !== sleeper)
        fail(signal.reason)
      })
    })

  return {
    now: () => now,
    sleep,
    wait: (ms, signal) => sleep(ms, signal).catch(() => {}),
    run: async (work) => {
      let isDone = false
      const settle = () => {
        isDone = true
      }
      work.then(settle, settle)
      for (let idle = 0; !isDone; ) {
        await setImmediate()
        if (isDone) break
        const [first] = sleepers.toSorted((a, b) => a.at - b.at)
        if (!first) {
          if (++idle > 1_000) throw new Error('everything waits, and for nothing')
          continue
        }
        idle = 0
        sleepers = sleepers.filter((other) => other !== first)
        now = Math.max(now, first.at)
        first.wake()
      }
      return work
    },
  }
}
