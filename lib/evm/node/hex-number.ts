import type { Hex } from './block.ts'

/** A number as JSON-RPC writes quantities. */
export const hexNumber = (number: number): Hex => `0x${number.toString(16)}`
