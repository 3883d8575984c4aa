import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import { scriptUrl } from '#lib/process/script-url.ts'

/** What bytecode suggests about one of its functions. A guess: code can be written to mislead. */
export type FunctionShape = {
  /** Canonical types of its parameters, `address,uint256`. */
  types: string
  mutability: 'view' | 'pure' | 'nonpayable' | 'payable'
}

/** By selector; undefined if the code could not be analysed within the limits. */
type Shapes = ReadonlyMap<Hex, FunctionShape> | undefined

export type FunctionShapes = {
  /** The functions of the code with this hash. Reads the code unless the answer is kept, and rejects only if that fails. */
  read(codeHash: Hex, readCode: () => Promise<string>): Promise<Shapes>
  close(): void
}

export type FunctionShapesOptions = {
  /** Processor time for one contract. Ordinary ones take some 8 ms, a hostile one of 23 kB took a minute. */
  cpuMs?: number
  /** How long a caller waits; the analysis goes on for later ones. */
  waitMs?: number
  /** Contracts that wait; further ones are not analysed. */
  queueMax?: number
}

export type ShapesOrder = { code: string }
const shapesAnswer = z.object({
  functions: z
    .array(z.object({ selector: z.string(), arguments: z.string().optional(), stateMutability: z.string().optional() }))
    .optional(),
})
export type ShapesAnswer = z.input<typeof shapesAnswer>

const shape = z.object({
  selector: z.string().regex(/^[0-9a-f]{8}$/),
  arguments: z.string().max(1_000),
  stateMutability: z.enum(['view', 'pure', 'nonpayable', 'payable']),
})

/** Twice the limit of EIP-170, as hex. */
const codeLengthMax = 2 + 2 * 49_152
const functionsMax = 2_000
/** A function takes about 200 bytes. */
const keptFunctionsMax = 100_000
/** A thread that was not used for this long ends. */
const idleMs = 60_000
const startMs = 10_000
/** Clock time for one contract, much above its processor time: the machine may be busy. */
const clockMs = 15_000
const measureMs = 100

/** Resolved when it is needed: web bundles this module, where the file has no path. */
const threadFile = () => scriptUrl('./function-shapes-thread.ts', import.meta.url)

/** Analyses bytecode in one thread, a contract at a time. */
export const createFunctionShapes = (options: FunctionShapesOptions = {}): FunctionShapes => {
  const { cpuMs = 1_000, waitMs = 2_500, queueMax = 8 } = options
  const kept = new LRUCache<Hex, { shapes: Shapes }>({
    maxSize: keptFunctionsMax,
    sizeCalculation: ({ shapes }) => 1 + (shapes?.size ?? 0),
  })
  const running = createSharedCalls<Shapes>()
  let thread: Promise<Worker> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined

  const end = (): void => {
    const ended = thread
    thread = undefined
    void ended?.then((worker) => worker.terminate()).catch(() => undefined)
  }

  const analyse = async (code: string): Promise<Outcome> => {
    clearTimeout(idle)
    thread ??= startThread()
    const answer = await thread.then((worker) => answerOf(worker, code, cpuMs)).catch(() => 'failed' as const)
    if (typeof answer === 'string') end()
    idle = setTimeout(end, idleMs).unref()
    return answer
  }

  const inLine = async (codeHash: Hex, readCode: () => Promise<string>): Promise<Shapes> => {
    if (waiting >= queueMax) return undefined
    waiting += 1
    try {
      const code = await readCode()
      if (code.length > codeLengthMax) return undefined
      const work = last.then(() => analyse(code))
      last = work
      const outcome = await work
      if (outcome === 'failed') return undefined
      const shapes = outcome === 'too much work' ? undefined : outcome.functions && shapesOf(outcome.functions)
      kept.set(codeHash, { shapes })
      return shapes
    } finally {
      waiting -= 1
    }
  }

  return {
    read: (codeHash, readCode) => {
      const known = kept.get(codeHash)
      if (known) return Promise.resolve(known.shapes)
      return atMost(
        running.run(codeHash, () => inLine(codeHash, readCode)),
        waitMs,
      )
    },
    close: end,
  }
}

/** What became of an analysis; `failed` if the code may not be the cause. */
type Outcome = z.output<typeof shapesAnswer> | 'too much work' | 'failed'

const atMost = async (work: Promise<Shapes>, waitMs: number): Promise<Shapes> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), waitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const startThread = (): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(threadFile(), {
      env: { NODE_ENV: 'production' },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    worker.unref()
    const late = setTimeout(() => {
      void worker.terminate()
      reject(new Error('the thread did not start'))
    }, startMs).unref()
    worker.once('error', reject)
    worker.once('message', () => {
      clearTimeout(late)
      resolve(worker)
    })
  })

/** The answer of the thread, unless it needs too much processor time. */
const answerOf = async (worker: Worker, code: string, cpuMs: number): Promise<Outcome> => {
  const before = await cpuMsOf(worker)
  const answer = Promise.withResolvers<Outcome>()
  const onMessage = (message: unknown): void => answer.resolve(shapesAnswer.safeParse(message).data ?? 'failed')
  const onEnd = (): void => answer.resolve('failed')
  const measure = setInterval(async () => {
    const used = (await cpuMsOf(worker).catch(() => before)) - before
    if (used > cpuMs) answer.resolve('too much work')
  }, measureMs)
  const late = setTimeout(onEnd, clockMs)
  worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
  const order: ShapesOrder = { code }
  worker.postMessage(order)
  try {
    return await answer.promise
  } finally {
    clearInterval(measure)
    clearTimeout(late)
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
  }
}

const cpuMsOf = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000
}

const shapesOf = (functions: NonNullable<ShapesAnswer['functions']>): Shapes =>
  new Map(
    functions.slice(0, functionsMax).flatMap((one) => {
      const { data } = shape.safeParse(one)
      return data ? [[`0x${data.selector}` as const, { types: data.arguments, mutability: data.stateMutability }]] : []
    }),
  )
