/** What links one block to the next. A chain that cannot fork leaves `parentHash` out. */
export type BlockLink = { number: number; hash: string; parentHash?: string }

/** The newest block of a chain, and the newest that can no longer be replaced. */
export type Head = { latest: number; finalized: number }

/** A chain as its node tells it. Every block it returns has passed the node's own consistency checks. */
export type ChainReader<Block extends BlockLink> = {
  head(signal?: AbortSignal): Promise<Head>
  /**
   * Blocks from..to, ascending, both ends included; shorter when the chain is shorter. They may come from two sides of a
   * fork that happened in mid-request: the engine checks the links.
   */
  blocks(from: number, to: number, signal?: AbortSignal): Promise<Block[]>
}

/** A chain as our store has it. Each call is one transaction: all of it happens or nothing. */
export type ChainIndex<Block extends BlockLink> = {
  /** The newest block stored within the range that is followed, if any. */
  tip(): Promise<BlockLink | undefined>
  /** The stored block of that number. */
  linkAt(number: number): Promise<BlockLink | undefined>
  /** Appends linked blocks after the tip, with what they change and the new position. */
  append(blocks: readonly Block[], head: Head): Promise<void>
  /** Takes back every block above `number`, with what they changed; `undefined` takes back all. */
  rewind(number: number | undefined): Promise<void>
}
