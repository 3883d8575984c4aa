const holdsMsFirst = 60_000
const holdsMsMax = 30 * 60_000

/**
 * Something that a node seems to lack. Believed for a minute and then asked again, because one wrong answer of a load
 * balancer must not outlive it; each time it is confirmed it is believed twice as long, up to half an hour.
 */
export class LearnedLimit {
  #until = Number.NEGATIVE_INFINITY
  #confirmed = 0

  holds(nowMs: number): boolean {
    return nowMs < this.#until
  }

  /** Requests that were under way together confirm it once. */
  confirm(nowMs: number): void {
    if (this.holds(nowMs)) return
    this.#until = nowMs + Math.min(holdsMsMax, holdsMsFirst * 2 ** this.#confirmed)
    this.#confirmed = Math.min(this.#confirmed + 1, 10)
  }

  /** It was not so: the next time starts with a minute again. */
  refute(): void {
    this.#until = Number.NEGATIVE_INFINITY
    this.#confirmed = 0
  }
}
