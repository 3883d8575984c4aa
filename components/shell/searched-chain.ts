import type { FamilyChain } from '#components/family.ts'
import { hasSeveralChains } from '#lib/recognise/recognise.ts'

/** The chain that a search looks at if its text names none. Without one, the page that a search opens says what is not served. */
export const searchedChain = (chains: readonly FamilyChain[]): string =>
  chains.find(({ family }) => hasSeveralChains(family))?.chain ?? 'eth'
