import type { Hex } from '#lib/evm/chain/block.ts'

/** A number as a JSON-RPC quantity. */
export const hexNumber = (number: number): Hex => `0x${number.toString(16)}`
