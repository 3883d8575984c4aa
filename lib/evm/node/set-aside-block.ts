import type { EvmBlock, Hex } from './block.ts'

/** A block whose place in the chain is known, but whose contents no node gave consistently. */
export type SetAsideBlock = { number: number; hash: Hex; parentHash: Hex; fault: string }

/** What indexing receives for a block. */
export type ReadableBlock = EvmBlock | SetAsideBlock
