import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { signDescriptor, signs, states, tickMs, type WatchdogData } from './life-signs.ts'
import { createSilence } from './supervise.ts'

/*
 * The watchdog thread of a process runs even while the event loop is blocked. It signals the supervisor that the
 * process is alive, ends the process when the event loop is blocked, and stops it when the supervisor is gone.
 */

/** A single statement of an embedded database blocks the event loop: long deletions are legitimate. */
const statementMsMax = 15 * 60_000

const { name, state, statement, stuckAfterMs, stopWithinMs, isSupervised }: WatchdogData = workerData
const silence = createSilence()
let beats = -1
let ticksAlone: number | undefined

const print = (text: string): void => {
  try {
    writeSync(2, `spyglass: ${text}\n`)
  } catch {
    // stderr may be closed.
  }
}

/** SIGKILL, since a blocked event loop runs no signal handler. It has no effect on the first process of a container. */
const end = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

/** Returns false if the other end of the pipe is closed. */
const signal = (sign: string): boolean => {
  if (!isSupervised) return true
  try {
    writeSync(signDescriptor, sign)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
  }
}

const isStuck = (): boolean => {
  const counted = Atomics.load(state, states.beats)
  if (counted !== beats || !Atomics.load(state, states.isReady) || Atomics.load(state, states.isExempt)) silence.alive()
  beats = counted
  const silentMs = silence.tick() * tickMs
  return silentMs > (Atomics.load(statement, 0) ? statementMsMax : stuckAfterMs)
}

setInterval(() => {
  if (ticksAlone === undefined && !signal(signs.alive)) {
    ticksAlone = 0
    print(`the supervisor has exited; stopping ${name}.`)
    process.kill(process.pid, 'SIGTERM')
  }
  if (ticksAlone !== undefined && ticksAlone++ * tickMs >= stopWithinMs) end()
  if (!isStuck()) return
  print(`${name} has not responded for ${Math.round(stuckAfterMs / 1_000)} s and will be killed.`)
  signal(signs.stuck)
  end()
}, tickMs)
signal(signs.alive)
parentPort?.postMessage('watching')
