import { ServiceError } from '#lib/base/errors.ts'
import type { BlockLink, ChainReader, Head } from '#lib/indexing/chain.ts'
import type { Chance } from './random.ts'

/** A block with something to count, so that an index can be wrong in more than its hashes. */
export type FakeBlock = BlockLink & { amount: number }

export type FakeChainRules = {
  /** How far below the newest block the finalized one is. */
  finality: number
  /** Chances, each time something is asked, that … */
  grows: number
  forks: number
  /** … a request fails. */
  fails: number
  /** … fewer blocks are answered than were requested. */
  answersShort: number
  /** … the head that is told is older than the chain. */
  lags: number
  /** Whether the head carries its hash, and blocks their parent's. */
  reportsHeadHash: boolean
  hasParents: boolean
}

/** A chain that only grows when told, and whose nodes answer everything. */
export const calm: FakeChainRules = {
  finality: 10,
  grows: 0,
  forks: 0,
  fails: 0,
  answersShort: 0,
  lags: 0,
  reportsHeadHash: true,
  hasParents: true,
}

/** A chain that grows and forks while it is being read, above its finalized block. */
export class FakeChain {
  readonly rules: FakeChainRules
  readonly #chance: Chance
  #blocks: FakeBlock[] = []
  #finalized = 0
  #made = 0

  constructor(rules: FakeChainRules, chance: Chance, length: number) {
    this.rules = rules
    this.#chance = chance
    this.grow(length)
  }

  get blocks(): readonly FakeBlock[] {
    return this.#blocks
  }

  get finalized(): number {
    return this.#finalized
  }

  grow(count: number): void {
    for (let grown = 0; grown < count; grown++) {
      this.#made += 1
      const parent = this.#blocks.at(-1)
      const parentHash = this.rules.hasParents ? { parentHash: parent?.hash ?? 'none' } : {}
      const amount = this.#chance.integer(0, 9)
      this.#blocks.push({ number: this.#blocks.length, hash: `block ${this.#made}`, ...parentHash, amount })
    }
    this.#finalized = Math.max(this.#finalized, this.#blocks.length - 1 - this.rules.finality)
  }

  /** Replaces the newest blocks, at most the ones that are not final; the new side may be shorter for a while. */
  fork(): void {
    const depthMax = this.#blocks.length - 1 - this.#finalized
    if (depthMax < 1) return
    const depth = this.#chance.happens(0.2) ? depthMax : this.#chance.integer(1, Math.min(3, depthMax))
    const length = this.#chance.happens(0.2) ? this.#chance.integer(0, depth) : depth + this.#chance.integer(0, 2)
    this.replaceNewest(depth, length)
  }

  replaceNewest(depth: number, length: number): void {
    this.#blocks.length -= depth
    this.grow(length)
  }

  /** Another chain altogether, as when a development node restarts. */
  replace(length: number): void {
    this.#blocks = []
    this.#finalized = 0
    this.grow(length)
  }

  #passTime(): void {
    if (this.#chance.happens(this.rules.grows)) this.grow(this.#chance.integer(1, 4))
    if (this.#chance.happens(this.rules.forks)) this.fork()
  }

  #mayFail(): void {
    if (this.#chance.happens(this.rules.fails)) throw new ServiceError('upstream_failed', 'An injected failure.')
  }

  reader(): ChainReader<FakeBlock> {
    return {
      head: async () => {
        this.#passTime()
        this.#mayFail()
        return this.#head()
      },
      blocks: async (from, to) => {
        // Half of the answer is read before the chain moves on, half after.
        const half = this.#chance.integer(from, to)
        const before = this.#blocks.slice(from, half + 1)
        await Promise.resolve()
        this.#passTime()
        this.#mayFail()
        const after = this.#blocks.slice(half + 1, to + 1)
        const answer = before.length === half - from + 1 ? [...before, ...after] : before
        return this.#chance.happens(this.rules.answersShort)
          ? answer.slice(0, this.#chance.integer(0, answer.length))
          : answer
      },
    }
  }

  #head(): Head {
    const lag = this.#chance.happens(this.rules.lags) ? this.#chance.integer(1, 10) : 0
    const latest = Math.max(0, this.#blocks.length - 1 - lag)
    const hash = this.rules.reportsHeadHash ? { hash: this.#blocks[latest]?.hash } : {}
    return { latest, finalized: Math.min(this.#finalized, latest), ...hash }
  }
}
