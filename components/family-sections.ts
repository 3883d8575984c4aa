import { aptosSections } from './aptos/sections.tsx'
import { evmSections } from './evm/sections.tsx'
import type { FamilySections } from './family.ts'

export const familySections: readonly FamilySections[] = [evmSections, aptosSections]
