import type { Question } from './question.ts'

type Timed = Pick<Question<never, unknown>, 'kinds' | 'size' | 'repeat'>

/** Before enough answers were timed. */
const delayMsUnknown = 500
const delayMsMin = 150
const delayMsMax = 10_000
const samplesMin = 3
const samplesMax = 50
/** Repeated requests are at most a tenth of all, and a few at once. */
const tokensPerRequest = 0.1
const tokensMax = 4

type HedgePlan = { delayMs: number; mayAskSameNode: boolean }
type Sample = { size: number; tookMs: number }

/** Decides when a slow request is sent again: after one and a half times what 95 of 100 like it took. */
export class Hedging {
  readonly #samples = new Map<string, Sample[]>()
  #tokens = tokensMax

  /** Counts one request; undefined where it must not be sent twice. */
  plan(question: Timed): HedgePlan | undefined {
    this.#tokens = Math.min(tokensMax, this.#tokens + tokensPerRequest)
    if (question.repeat === 'never') return undefined
    return { delayMs: this.#delayMs(question), mayAskSameNode: question.repeat === 'anywhere' }
  }

  answered(question: Timed, tookMs: number): void {
    const key = keyOf(question)
    const samples = this.#samples.get(key) ?? []
    samples.push({ size: question.size, tookMs })
    if (samples.length > samplesMax) samples.shift()
    this.#samples.set(key, samples)
  }

  /** Whether a request may be repeated now; that is then spent. */
  spend(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  refund(): void {
    this.#tokens = Math.min(tokensMax, this.#tokens + 1)
  }

  /** A larger request is expected to take longer in proportion, which is the most that it will. */
  #delayMs(question: Timed): number {
    const samples = this.#samples.get(keyOf(question)) ?? []
    if (samples.length < samplesMin) return delayMsUnknown
    const ordered = samples
      .map((sample) => sample.tookMs * Math.max(1, question.size / sample.size))
      .sort((a, b) => a - b)
    const p95 = ordered[Math.ceil(ordered.length * 0.95) - 1] ?? delayMsUnknown
    return Math.min(delayMsMax, Math.max(delayMsMin, p95 * 1.5))
  }
}

const keyOf = ({ kinds }: Timed): string => [...new Set(kinds)].sort().join()
