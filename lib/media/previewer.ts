import { type ChildProcess, fork } from 'node:child_process'
import { scriptUrl } from '#lib/process/script-url.ts'
import type { PictureBounds, PreviewAnswer, PreviewOrder, PreviewSource, SpentAnswer } from './make-previews.ts'

/** The previews of an image, or the reason for their absence; `crashed` if the image may not be the cause. */
type PreviewOutcome = PreviewAnswer | { crashed: string }

/** Makes previews in separate processes. */
export type Previewer = {
  /** Waits in line; never throws. */
  make(picture: PreviewSource): Promise<PreviewOutcome>
  /** Ends the processes and their work. */
  close(): void
}

export type PreviewerOptions = Partial<PictureBounds> & {
  /** Images at a time, each in a process. */
  atOnce?: number
  /** An idle process ends after this long. */
  idleMs?: number
}

type Waiting = { picture: PreviewSource; done: (outcome: PreviewOutcome) => void }

/** Starts processes on demand, and replaces those that crashed. */
export const createPreviewer = (options: PreviewerOptions = {}): Previewer => {
  const { atOnce = 2, idleMs = 30_000, cpuMsMax = 15_000, memoryMax = 768 * 1024 * 1024 } = options
  const line: Waiting[] = []
  const idle: { child: ChildProcess; ends: NodeJS.Timeout }[] = []
  const children = new Set<ChildProcess>()
  let running = 0
  let isClosed = false

  const start = (): ChildProcess => {
    const child = fork(scriptUrl('./preview-process.ts', import.meta.url), {
      env: { NODE_ENV: 'production' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.add(child)
    child.on('exit', () => children.delete(child))
    child.on('error', () => child.kill('SIGKILL'))
    return child
  }

  const takeIdle = (): ChildProcess | undefined => {
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.ends)
      if (isFit(next.child)) return next.child
    }
    return undefined
  }

  const run = async ({ picture, done }: Waiting): Promise<void> => {
    const child = takeIdle() ?? start()
    const outcome = await answerOf(child, { ...picture, cpuMsMax, memoryMax })
    if (isFit(child) && !isClosed) {
      const ends = setTimeout(() => child.disconnect(), idleMs)
      ends.unref()
      idle.push({ child, ends })
    }
    done(outcome)
  }

  const next = (): void => {
    while (running < atOnce) {
      const waiting = line.shift()
      if (!waiting) return
      running += 1
      void run(waiting).then(() => {
        running -= 1
        next()
      })
    }
  }

  return {
    make: (picture) =>
      new Promise((done) => {
        if (isClosed) return done({ crashed: 'The preview service is shutting down.' })
        line.push({ picture, done })
        next()
      }),
    close: () => {
      isClosed = true
      for (const { done } of line.splice(0)) done({ crashed: 'The preview service is shutting down.' })
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

const isFit = ({ connected, killed, exitCode }: ChildProcess): boolean => connected && !killed && exitCode === null

/** Wall-clock limit of an image, much above its CPU limit: the machine may be busy, and a process has to start. */
const clockMsMax = 60_000

/** The result of one image, or how its process ended; a process that does not respond is ended. */
const answerOf = (child: ChildProcess, order: PreviewOrder): Promise<PreviewOutcome> =>
  new Promise((resolve) => {
    const settle = (outcome: PreviewOutcome): void => {
      clearTimeout(late)
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(outcome)
    }
    const onMessage = (answer: PreviewAnswer | SpentAnswer): void => {
      if ('isSpent' in answer) child.kill('SIGKILL')
      settle('isSpent' in answer ? { unreadable: answer.unreadable } : answer)
    }
    const onExit = (): void => settle({ crashed: 'The preview process ended.' })
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      settle({ crashed: 'The preview process did not respond in time.' })
    }, clockMsMax)
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send(order, (error) => {
      if (error) child.kill('SIGKILL')
    })
  })
