import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'

/** A block whose position in the chain is known, but whose contents no node returned consistently. */
export type EvmSetAsideBlock = { number: number; hash: Hex; parentHash: Hex; fault: string }

/** What indexing receives for a block. */
export type ReadableBlock = EvmBlock | EvmSetAsideBlock
