import type { FamilyChain } from '#components/family.ts'
import { hasSeveralChains } from '#lib/recognise/recognise.ts'

/** The chain to search if the text names none. Without any, the page that a search opens says that it is not served. */
export const searchedChain = (chains: readonly FamilyChain[]): string =>
  chains.find(({ family }) => hasSeveralChains(family))?.chain ?? 'eth'
