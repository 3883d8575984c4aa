import { aptosFamilyPages } from './aptos/family.ts'
import { evmFamilyPages } from './evm/family.ts'
import type { FamilyPages } from './family.ts'

/** The chain families. The first one's chains come first in menus. */
export const familiesOfPages: readonly FamilyPages[] = [evmFamilyPages, aptosFamilyPages]
