import type { Hex } from './hex.ts'

/** Sender of mints and receiver of burns. Apart from hex.ts, which pages with nothing but this would load, too. */
export const zeroAddress: Hex = `0x${'0'.repeat(40)}`
