import { Worker } from 'node:worker_threads'

/** A thread ended, or was ended, before it answered. The message completes "The thread …". */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
}

export type ThreadPoolOptions = {
  /** The module that threads run. It answers every message with one message, in order. Resolved when it is needed. */
  file: () => URL
  threadsMax: number
  /**
   * Memory of a thread: one that needs more is ended. Buffers that are sent to it do not count. V8 ends the whole process where a single
   * call such as `JSON.parse` needs more: what is given to one must be bounded.
   */
  memoryMbMax?: number
  /** Maximum time for one order. */
  limitMs?: number
  /** A thread that was not used for this long ends. */
  idleMs?: number
}

export type ThreadPool<Order, Answer> = {
  /** Sends an order to the thread with the fewest; `moved` are transferred instead of copied. @throws ThreadFailed */
  run(order: Order, moved?: readonly ArrayBuffer[]): Promise<Answer>
  close(): Promise<void>
}

/** Memory for new objects, besides: what an order needs for a moment is not copied by every collection. */
const youngMbMax = 64

type Pending<Answer> = { resolve: (answer: Answer) => void; reject: (error: unknown) => void }

type Thread<Answer> = {
  worker: Worker
  /** In the order in which the thread answers them. */
  pending: Pending<Answer>[]
  timer: NodeJS.Timeout | undefined
}

/** Threads for work on the processor. They start when they are needed, and are replaced when they fail. */
export const createThreadPool = <Order, Answer>({
  file,
  threadsMax,
  memoryMbMax = 1_024,
  limitMs = 20_000,
  idleMs = 60_000,
}: ThreadPoolOptions): ThreadPool<Order, Answer> => {
  const threads = new Set<Thread<Answer>>()

  /** Its orders fail, and the next order starts another thread. */
  const end = async (thread: Thread<Answer>, failure: ThreadFailed): Promise<void> => {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    for (const { reject } of thread.pending.splice(0)) reject(failure)
    await thread.worker.terminate()
  }

  /** Limits the time of the first order; without one, the time that the thread may be idle. */
  const watch = (thread: Thread<Answer>): void => {
    clearTimeout(thread.timer)
    const [first] = thread.pending
    if (first === undefined) {
      thread.worker.unref()
      thread.timer = setTimeout(() => void end(thread, new ThreadFailed('was not used')), idleMs).unref()
      return
    }
    thread.worker.ref()
    thread.timer = setTimeout(() => {
      // If this process was busy for that long itself, the answer may have arrived: it is received before this is called.
      setImmediate(() => {
        if (thread.pending[0] === first) void end(thread, new ThreadFailed(`did not answer within ${limitMs} ms`))
      })
    }, limitMs)
  }

  const start = (): Thread<Answer> => {
    const worker = new Worker(file(), {
      env: { NODE_ENV: 'production' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMbMax, maxYoungGenerationSizeMb: youngMbMax },
    })
    const thread: Thread<Answer> = { worker, pending: [], timer: undefined }
    worker.on('message', (answer: Answer) => {
      thread.pending.shift()?.resolve(answer)
      watch(thread)
    })
    worker.on('error', (cause) => void end(thread, new ThreadFailed('failed', { cause })))
    worker.on('exit', () => void end(thread, new ThreadFailed('ended')))
    threads.add(thread)
    return thread
  }

  const free = (): Thread<Answer> => {
    const [least] = [...threads].sort((a, b) => a.pending.length - b.pending.length)
    const isFree = least !== undefined && (least.pending.length === 0 || threads.size >= threadsMax)
    return isFree ? least : start()
  }

  return {
    run: (order, moved = []) =>
      new Promise<Answer>((resolve, reject) => {
        const thread = free()
        thread.worker.postMessage(order, [...moved])
        thread.pending.push({ resolve, reject })
        if (thread.pending.length === 1) watch(thread)
      }),
    close: async () => {
      await Promise.all([...threads].map((thread) => end(thread, new ThreadFailed('was closed'))))
    },
  }
}
