const holdsMsFirst = 60_000
const holdsMsMax = 30 * 60_000

/**
 * A capability that a node seems to lack. Assumed for a minute and then tested again, because a single wrong response
 * of a load balancer must not persist; each confirmation doubles the time, up to half an hour.
 */
export class LearnedLimit {
  #until = Number.NEGATIVE_INFINITY
  #confirmed = 0

  holds(nowMs: number): boolean {
    return nowMs < this.#until
  }

  /** Concurrent requests confirm it once. */
  confirm(nowMs: number): void {
    if (this.holds(nowMs)) return
    this.#until = nowMs + Math.min(holdsMsMax, holdsMsFirst * 2 ** this.#confirmed)
    this.#confirmed = Math.min(this.#confirmed + 1, 10)
  }

  /** The assumption was wrong: the next one starts with a minute again. */
  refute(): void {
    this.#until = Number.NEGATIVE_INFINITY
    this.#confirmed = 0
  }
}
