import { aptosFamily } from './aptos/family.ts'
import { evmFamily } from './evm/family.ts'
import type { Family } from './family.ts'

/** The chain families. The first one's chains come first in menus. */
export const families: readonly Family[] = [evmFamily, aptosFamily]
