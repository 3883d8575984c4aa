import type { RpcCall } from './transport.ts'

/** Cheap enough to ask twice. Traces and calls of contracts cost a node too much, and searches of logs go to another node only. */
const anywhere = new Set([
  'eth_blockNumber',
  'eth_chainId',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])
const onlyElsewhere = new Set(['eth_getLogs'])

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
type Sample = { calls: number; tookMs: number }

/** Decides when a slow request is sent again: after one and a half times what 95 of 100 like it took. */
export class Hedging {
  readonly #samples = new Map<string, Sample[]>()
  #tokens = tokensMax

  /** Counts one request; undefined where it must not be sent twice. */
  plan(calls: readonly RpcCall[]): HedgePlan | undefined {
    this.#tokens = Math.min(tokensMax, this.#tokens + tokensPerRequest)
    const mayAskSameNode = calls.every(({ method }) => anywhere.has(method))
    if (!mayAskSameNode && !calls.every(({ method }) => anywhere.has(method) || onlyElsewhere.has(method)))
      return undefined
    return { delayMs: this.#delayMs(calls), mayAskSameNode }
  }

  answered(calls: readonly RpcCall[], tookMs: number): void {
    const key = keyOf(calls)
    const samples = this.#samples.get(key) ?? []
    samples.push({ calls: calls.length, tookMs })
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

  /** A request of more calls is taken to last longer in proportion, which is the most that it will. */
  #delayMs(calls: readonly RpcCall[]): number {
    const samples = this.#samples.get(keyOf(calls)) ?? []
    if (samples.length < samplesMin) return delayMsUnknown
    const ordered = samples
      .map((sample) => sample.tookMs * Math.max(1, calls.length / sample.calls))
      .sort((a, b) => a - b)
    const p95 = ordered[Math.ceil(ordered.length * 0.95) - 1] ?? delayMsUnknown
    return Math.min(delayMsMax, Math.max(delayMsMin, p95 * 1.5))
  }
}

const keyOf = (calls: readonly RpcCall[]): string => [...new Set(calls.map(({ method }) => method))].sort().join()
