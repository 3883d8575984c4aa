import { once } from 'node:events'
import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { supervisedFlag, tickMs } from './sign.ts'
import { states, type WatchdogData } from './watchdog-state.ts'

export type LifeSigns = {
  /** Settled once the watchdog runs: before that a blocked event loop would go unnoticed. */
  watched: Promise<void>
  /** From now on the event loop is expected to turn: until then a long start-up or migration may block it. */
  ready(): void
}

export type LifeSignsOptions = {
  /** Name of the process in messages. */
  name: string
  /** Set to a non-zero value while the event loop is blocked by a database statement, which may take minutes. */
  statement: Int32Array
  /** Whether a stuck event loop ends the process; off while developing, where a breakpoint stops it. */
  endsWhenStuck?: boolean
  /** Milliseconds without a turn of the event loop after which the process ends itself. */
  stuckAfterMs?: number
  /** Time for an orderly stop once the supervisor is gone. */
  stopWithinMs?: number
}

/**
 * Starts the watchdog thread of this process. It ends the process when its event loop is stuck, with or without a
 * supervisor, and stops it when the supervisor is gone: in order first, by force when that takes too long.
 */
export const startLifeSigns = (options: LifeSignsOptions): LifeSigns => {
  const { name, statement, endsWhenStuck = true, stuckAfterMs = 20_000, stopWithinMs = 15_000 } = options
  const state = new Int32Array(new SharedArrayBuffer(4 * Object.keys(states).length))
  const workerData: WatchdogData = {
    name,
    state,
    statement,
    stuckAfterMs,
    stopWithinMs,
    isSupervised: process.argv.includes(supervisedFlag),
  }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData })
  thread.unref()
  const beat = (): void => {
    Atomics.add(state, states.beats, 1)
    // A debugger stops the event loop on purpose.
    Atomics.store(state, states.isExempt, endsWhenStuck && inspector.url() === undefined ? 0 : 1)
  }
  beat()
  setInterval(beat, tickMs).unref()
  return { watched: once(thread, 'message').then(() => {}), ready: () => void Atomics.store(state, states.isReady, 1) }
}
