import { type ChildProcess, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { previousEndFlags, signDescriptor, signs, supervisedFlag, tickMs } from './life-signs.ts'

/**
 * Exit code of a process that would fail again in the same way: an error in its configuration or its database
 * (`EX_CONFIG` of sysexits.h). The supervisor does not restart it.
 */
export const permanentFaultCode = 78

/** How a process ended. */
type End = { code: number | null; signal: NodeJS.Signals | null; isHung: boolean }

/** Signals sent from outside. Any other one is a crash, e.g. SIGSEGV, or SIGABRT when the heap is full. */
const outsideSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

/** How a process ended through its own fault; undefined if it may have been ended from outside. */
export const ownEnd = ({ code, signal, isHung }: End): 'hung' | 'crashed' | undefined => {
  if (isHung) return 'hung'
  const hasCrashed = signal ? !outsideSignals.includes(signal) : code !== 0
  return hasCrashed ? 'crashed' : undefined
}

/** What to do about a process that ended unexpectedly. */
type Decision = { restartInMs: number } | { giveUp: string }

type RestartLimits = { failuresMax: number; withinMs: number; firstWaitMs: number }

const defaults: RestartLimits = { failuresMax: 5, withinMs: 60_000, firstWaitMs: 500 }

const endWords = ({ code, signal, isHung }: End): string => {
  if (isHung) return 'stopped responding and was killed'
  return signal ? `was killed by ${signal}` : `exited with code ${code}`
}

/**
 * Restart policy of one process: it is restarted with growing delays until it failed `failuresMax` times within
 * `withinMs`. A permanent failure is never restarted.
 */
export const createRestartPolicy = (limits: Partial<RestartLimits> = {}) => {
  const { failuresMax, withinMs, firstWaitMs } = { ...defaults, ...limits }
  let failedAt: number[] = []
  return (end: End, now: number): Decision => {
    if (end.code === permanentFaultCode) return { giveUp: 'cannot run until the error above is fixed' }
    failedAt = [...failedAt.filter((at) => now - at < withinMs), now]
    if (failedAt.length < failuresMax) return { restartInMs: firstWaitMs * 2 ** (failedAt.length - 1) }
    const span = `${Math.round(withinMs / 1_000)} s`
    return { giveUp: `failed ${failedAt.length} times within ${span}; the last time it ${endWords(end)}` }
  }
}

/**
 * Counts ticks without a sign of life. Ticks are counted instead of time: after the machine was suspended, or the
 * counting process delayed, nothing is blamed for the time in which nothing could run.
 */
export const createSilence = (): { alive(): void; tick(): number } => {
  let silentTicks = 0
  return {
    alive: () => {
      silentTicks = 0
    },
    tick: () => {
      silentTicks += 1
      return silentTicks
    },
  }
}

/** A process to keep running. It writes its signs of life to the pipe at `signDescriptor`. */
type SupervisedProcess = { name: string; start: (previous: End | undefined) => ChildProcess }

type SuperviseOptions = {
  print: (text: string) => void
  /** Seconds without a sign of life after which a process counts as hung, and the limit before its first sign. */
  hungTicks?: number
  startTicks?: number
  /** Time for processes to stop before they are killed. */
  stopWithinMs?: number
  restart?: Partial<RestartLimits>
}

type Supervision = {
  /** Stops all processes. */
  stop(signal: NodeJS.Signals): void
  /** The exit code once all processes have ended: 0 if they were asked to stop. */
  ended: Promise<number>
}

/**
 * Keeps processes running: one that ends or hangs is restarted with backoff, independently of the others. When one
 * fails too often, or cannot run at all, all are stopped.
 */
export const supervise = (processes: readonly SupervisedProcess[], options: SuperviseOptions): Supervision => {
  const { print, hungTicks = 20, startTicks = 120, stopWithinMs = 15_000, restart } = options
  const running = new Map<SupervisedProcess, ChildProcess>()
  const waiting = new Set<NodeJS.Timeout>()
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  let exitCode: number | undefined

  const stopAll = (signal: NodeJS.Signals, code: number): void => {
    if (exitCode !== undefined) return
    exitCode = code
    for (const timer of waiting) clearTimeout(timer)
    if (running.size === 0) resolve(code)
    for (const child of running.values()) child.kill(signal)
    setTimeout(() => {
      for (const child of running.values()) child.kill('SIGKILL')
    }, stopWithinMs).unref()
  }

  const keepRunning = (supervised: SupervisedProcess): void => {
    const { name } = supervised
    const decide = createRestartPolicy(restart)

    const onEnd = (end: End): void => {
      running.delete(supervised)
      if (exitCode !== undefined) {
        if (running.size === 0) resolve(exitCode)
        return
      }
      const decision = decide(end, performance.now())
      if ('giveUp' in decision) {
        print(`${name} ${decision.giveUp}. Stopping.`)
        stopAll('SIGTERM', 1)
        return
      }
      print(`${name} ${endWords(end)}; restarting it.`)
      const timer = setTimeout(() => {
        waiting.delete(timer)
        start(end)
      }, decision.restartInMs)
      waiting.add(timer)
    }

    const start = (previous: End | undefined): void => {
      const child = supervised.start(previous)
      running.set(supervised, child)
      const isHung = watch(child, { hungTicks, startTicks })
      child.once('error', (error) => {
        print(`${name} could not be started: ${error.message}.`)
        if (child.pid === undefined) onEnd({ code: 1, signal: null, isHung: false })
      })
      child.once('exit', (code, signal) => onEnd({ code, signal, isHung: isHung() }))
    }
    start(undefined)
  }

  for (const supervised of processes) keepRunning(supervised)
  return { stop: (signal) => stopAll(signal, 0), ended }
}

/** Kills a process without signs of life; the returned function says whether it hung. */
const watch = (child: ChildProcess, limits: { hungTicks: number; startTicks: number }): (() => boolean) => {
  const silence = createSilence()
  let hasStarted = false
  let isHung = false
  const pipe = child.stdio[signDescriptor]
  if (pipe instanceof Readable)
    pipe.on('data', (bytes: Buffer) => {
      hasStarted = true
      silence.alive()
      isHung ||= bytes.includes(signs.stuck)
    })
  const timer = setInterval(() => {
    if (silence.tick() <= (hasStarted ? limits.hungTicks : limits.startTicks)) return
    isHung = true
    child.kill('SIGKILL')
  }, tickMs)
  child.once('exit', () => clearInterval(timer))
  return () => isHung
}

type ScriptOptions = {
  parameters?: readonly string[]
  /** Used for the first start only. */
  parametersOnce?: readonly string[]
  /** For Node itself. */
  options?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** A Node process with a pipe for its signs of life as its fourth stream. Flags report how the previous one ended. */
export const supervisedScript = (
  name: string,
  script: string,
  { parameters = [], parametersOnce = [], options = [], env }: ScriptOptions = {},
): SupervisedProcess => ({
  name,
  // node:sqlite prints a warning that it is experimental, once per process.
  start: (previous) => {
    const end = previous && ownEnd(previous)
    const flags = [supervisedFlag, ...(end ? [previousEndFlags[end]] : []), ...(previous ? [] : parametersOnce)]
    const nodeOptions = ['--disable-warning=ExperimentalWarning', ...options]
    return spawn(process.execPath, [...nodeOptions, script, ...flags, ...parameters], {
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
      env,
    })
  },
})
