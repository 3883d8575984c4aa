const holdsMsFirst = 60_000
const holdsMsMax = 30 * 60_000

/**
 * A capability that a node seems to lack. Assumed for a minute and then tested again, because a single wrong response
 * of a load balancer must not persist; each confirmation doubles the time, up to half an hour. One that was tested with
 * and without may be assumed for longer.
 */
export class LearnedLimit {
  readonly #firstMs: number
  #until = Number.NEGATIVE_INFINITY
  #confirmed = 0

  constructor(firstMs = holdsMsFirst) {
    this.#firstMs = firstMs
  }

  holds(nowMs: number): boolean {
    return nowMs < this.#until
  }

  /** Concurrent requests confirm it once. */
  confirm(nowMs: number): void {
    if (this.holds(nowMs)) return
    this.#until = nowMs + Math.max(this.#firstMs, Math.min(holdsMsMax, this.#firstMs * 2 ** this.#confirmed))
    this.#confirmed = Math.min(this.#confirmed + 1, 10)
  }

  /** The assumption was wrong: the next one starts with a minute again. */
  refute(): void {
    this.#until = Number.NEGATIVE_INFINITY
    this.#confirmed = 0
  }
}
