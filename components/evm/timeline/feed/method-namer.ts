import {
  type BlockSpan,
  type MethodNames,
  type NamedCall,
  namelessSpan,
} from '#components/evm/parts/transactions/method-names.ts'

export type ChainMethods = Readonly<Record<string, MethodNames>>

type Named = { record: NamedCall }

export type MethodNamerOptions = {
  /** Names known from the start, by chain. */
  first: ChainMethods
  /** The names that a chain's source teaches of these blocks. @throws where it decodes nothing. */
  ask: (chain: string, span: BlockSpan, signal: AbortSignal) => Promise<MethodNames>
  atOnce?: number
  patienceMs?: number
}

/** A browser has six connections per server: rows take precedence over names. */
const atOnceUsual = 2
const patienceUsualMs = 6_000
/** Rows that one question is about: the interface answers with 100 transactions at most. */
const rowsMost = 50

/**
 * Learns what the methods are called that transactions of many chains call, some chains at a time. A chain whose source does not
 * answer once is not asked again: its selectors stay.
 */
export const createMethodNamer = (options: MethodNamerOptions) => {
  const { ask, atOnce = atOnceUsual, patienceMs = patienceUsualMs } = options
  let names: ChainMethods = options.first
  const lookedAt = new Map<string, number>()
  const silent = new Set<string>()
  const listeners = new Set<() => void>()
  const running = new Set<AbortController>()
  let queue: { chain: string; rows: readonly Named[] }[] = []

  const learn = async (chain: string, span: BlockSpan): Promise<void> => {
    const turn = new AbortController()
    running.add(turn)
    const timer = setTimeout(() => turn.abort(), patienceMs)
    const learnt = await ask(chain, span, turn.signal).catch(() => undefined)
    clearTimeout(timer)
    if (!running.delete(turn)) return
    if (learnt) {
      names = { ...names, [chain]: { ...learnt, ...names[chain] } }
      for (const listener of listeners) listener()
    } else {
      silent.add(chain)
    }
    pump()
  }
  const pump = () => {
    while (running.size < atOnce) {
      const next = queue.shift()
      if (!next) return
      const span = silent.has(next.chain)
        ? undefined
        : namelessSpan(
            next.rows.map(({ record }) => record),
            names[next.chain] ?? {},
          )
      if (span) void learn(next.chain, span)
    }
  }

  return {
    names: () => names,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A chain's rows so far, newest first: what was not there before is looked at. */
    look: (chain: string, rows: readonly Named[]) => {
      const from = lookedAt.get(chain) ?? 0
      lookedAt.set(chain, Math.max(from, rows.length))
      for (let at = from; at < rows.length; at += rowsMost) queue.push({ chain, rows: rows.slice(at, at + rowsMost) })
      pump()
    },
    /** Aborts pending lookups when the list is no longer shown. They are repeated when their rows are shown again. */
    stop: () => {
      for (const turn of running) turn.abort()
      running.clear()
      queue = []
      lookedAt.clear()
    },
  }
}

export type MethodNamer = ReturnType<typeof createMethodNamer>
