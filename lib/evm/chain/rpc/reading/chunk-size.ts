/** With the head and two calls per block this fills one batch of 49 calls, which no known node refuses. */
const blocksMax = 24
/** More transactions in one response gain nothing: it already has megabytes. */
const transactionsWanted = 1_500

/** The number of blocks per request: few if they are full or the node struggles, many if they are empty. */
export class ChunkSize {
  #blocks = 8
  #ceiling = blocksMax

  get blocks(): number {
    return Math.max(1, Math.floor(this.#blocks))
  }

  succeeded(blocks: number, transactions: number): void {
    if (blocks === 0) return
    const fitting = transactions === 0 ? blocksMax : (transactionsWanted * blocks) / transactions
    this.#ceiling = Math.min(blocksMax, this.#ceiling + 0.1)
    this.#blocks = Math.min(this.#ceiling, Math.max(1, fitting), this.#blocks * 1.5)
  }

  /** `blocks` were too many. */
  failed(blocks: number): void {
    this.#ceiling = Math.max(1, Math.min(this.#ceiling, blocks / 2))
    this.#blocks = Math.min(this.#blocks, this.#ceiling)
  }
}
