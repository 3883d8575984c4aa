import { aptosFamily } from '#lib/aptos/family.ts'
import type { Family } from '#lib/config/family.ts'
import { evmFamily } from '#lib/evm/family.ts'

/** The chain families that this program knows, by the name under which pages find them. A further one is a line here. */
export const families = { evm: evmFamily, aptos: aptosFamily }

export const allFamilies: readonly Family[] = Object.values(families)
