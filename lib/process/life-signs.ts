import { once } from 'node:events'
import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { scriptUrl } from './script-url.ts'

/** File descriptor of the pipe over which a supervised process signals its parent that it is alive. */
export const signDescriptor = 3

/** Command-line flag of a process that has this pipe. */
export const supervisedFlag = '--supervised'

/** Command-line flags that report how the previous process ended, if that was its own fault. */
export const previousEndFlags = { hung: '--after-hang', crashed: '--after-crash' } as const

/**
 * Bytes sent over the pipe: `alive` every second, `stuck` before a process ends itself because its event loop is
 * blocked.
 */
export const signs = { alive: 'a', stuck: 's' } as const

/** Interval between two signs, and between two checks for them. */
export const tickMs = 1_000

/** Indexes into the memory that the event loop shares with its watchdog. */
export const states = { beats: 0, isReady: 1, isExempt: 2 } as const

export type WatchdogData = {
  name: string
  state: Int32Array
  statement: Int32Array
  stuckAfterMs: number
  stopWithinMs: number
  isSupervised: boolean
}

type LifeSigns = {
  /** Resolves once the watchdog runs: until then a blocked event loop would go unnoticed. */
  watched: Promise<void>
  /** Starts the watch over the event loop; a long start-up or migration may block it before. */
  ready(): void
}

type LifeSignsOptions = {
  /** Name of the process in messages. */
  name: string
  /** Non-zero while a database statement, which may take minutes, blocks the event loop. */
  statement: Int32Array
  /** Whether a blocked event loop ends the process; off in development, where a breakpoint blocks it. */
  endsWhenStuck?: boolean
  /** Milliseconds of a blocked event loop after which the process ends itself. */
  stuckAfterMs?: number
  /** Time for a clean stop once the supervisor is gone. */
  stopWithinMs?: number
}

/**
 * Starts the watchdog thread of this process. It ends the process when its event loop is blocked, with or without a
 * supervisor, and stops it when the supervisor is gone: cleanly at first, by force if that takes too long.
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
  const thread = new Worker(scriptUrl('./watchdog-thread.ts', import.meta.url), { workerData })
  thread.unref()
  const beat = (): void => {
    Atomics.add(state, states.beats, 1)
    // A debugger blocks the event loop on purpose.
    Atomics.store(state, states.isExempt, endsWhenStuck && inspector.url() === undefined ? 0 : 1)
  }
  beat()
  setInterval(beat, tickMs).unref()
  return { watched: once(thread, 'message').then(() => {}), ready: () => void Atomics.store(state, states.isReady, 1) }
}
