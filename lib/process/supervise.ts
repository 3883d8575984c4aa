import type { ChildProcess } from 'node:child_process'
import { Readable } from 'node:stream'
import { createRestartPolicy, type End, endWords, type RestartLimits } from './restart-policy.ts'
import { signDescriptor, signs, tickMs } from './sign.ts'
import { createSilence } from './silence.ts'

/** A process to keep running. It writes its signs of life to the pipe at `signDescriptor`. */
export type SupervisedProcess = { name: string; start: (previous: End | undefined) => ChildProcess }

export type SuperviseOptions = {
  print: (text: string) => void
  /** Seconds without a sign of life after which a process counts as hung, and the limit before its first sign. */
  hungTicks?: number
  startTicks?: number
  /** Time for processes to stop before they are killed. */
  stopWithinMs?: number
  restart?: Partial<RestartLimits>
}

export type Supervision = {
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
