import type { FamilyChain } from '#components/family.ts'

/** The chain whose pages this path is one of; undefined for pages of all chains. */
export const chainOfPage = (chains: readonly FamilyChain[], pathname: string): FamilyChain | undefined =>
  chains.find(({ path }) => `${pathname}/`.startsWith(`${path}/`))
