import type { NodeQuestion } from './question.ts'

type Timed = Pick<NodeQuestion<never, unknown>, 'kinds' | 'size' | 'repeat'>

/** Used until enough response times are known. */
const delayMsUnknown = 400
const delayMsMin = 150
const delayMsMax = 10_000
const samplesMin = 3
const samplesMax = 50
/** Repeated requests are at most a tenth of all, with a small burst. */
const tokensPerRequest = 0.1
const tokensMax = 4

type HedgePlan = { delayMs: number; mayRepeatOnSameNode: boolean }
type Sample = { size: number; tookMs: number }

/** Decides when a slow request is repeated: after one and a half times the 95th percentile of similar requests. */
export class Hedging {
  readonly #samples = new Map<string, Sample[]>()
  #tokens = tokensMax

  /** Counts one request; undefined if it must not be sent twice. */
  plan(question: Timed): HedgePlan | undefined {
    this.#tokens = Math.min(tokensMax, this.#tokens + tokensPerRequest)
    if (question.repeat === 'never') return undefined
    return { delayMs: this.#delayMs(question), mayRepeatOnSameNode: question.repeat === 'anywhere' }
  }

  answered(question: Timed, tookMs: number): void {
    const key = keyOf(question)
    const samples = this.#samples.get(key) ?? []
    samples.push({ size: question.size, tookMs })
    if (samples.length > samplesMax) samples.shift()
    this.#samples.set(key, samples)
  }

  /** Whether a request may be repeated now; takes a token if so. */
  spend(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  refund(): void {
    this.#tokens = Math.min(tokensMax, this.#tokens + 1)
  }

  /**
   * A larger request takes longer, at most in proportion, so each size gives an upper bound, and the lowest is used.
   * Otherwise a small hanging request would wait as long as a large one takes.
   */
  #delayMs(question: Timed): number {
    const samples = this.#samples.get(keyOf(question)) ?? []
    const bySize = Map.groupBy(samples, ({ size }) => Math.round(Math.log2(size)))
    const bounds = [samples, ...bySize.values()]
      .filter((group) => group.length >= samplesMin)
      .map((group) => percentile95(group.map(({ tookMs, size }) => tookMs * Math.max(1, question.size / size))))
    if (bounds.length === 0) return delayMsUnknown
    return Math.min(delayMsMax, Math.max(delayMsMin, Math.min(...bounds) * 1.5))
  }
}

const percentile95 = (timesMs: readonly number[]): number => {
  const ordered = timesMs.toSorted((a, b) => a - b)
  return ordered[Math.ceil(ordered.length * 0.95) - 1] ?? delayMsUnknown
}

const keyOf = ({ kinds }: Timed): string => [...new Set(kinds)].sort().join()
