/** A mutex: one holder at a time, in order of requests. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Waits for its turn; the returned function ends it. */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = promise
    await before
    return resolve
  }
}
