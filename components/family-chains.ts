import { pathSegment } from '#lib/api/page-path.ts'
import type { Ask } from '#lib/pages/question.ts'
import { familiesOfPages } from './families.ts'
import type { FamilyChain } from './family.ts'

/** The served chains of all families. */
export const allChains = async (ask: Ask): Promise<readonly FamilyChain[]> =>
  (await Promise.all(familiesOfPages.map(({ chains }) => chains(ask)))).flat()

/** Chains that labels may belong to, by the names of their paths. */
export const labelChains = async (ask: Ask): Promise<readonly { chain: string; title: string }[]> => {
  const served = (await allChains(ask)).map(({ chain, title }) => ({ chain: pathSegment(chain), title }))
  const others = familiesOfPages.flatMap(({ labelChains = [] }) => labelChains)
  return [...served, ...others.filter(({ chain }) => !served.some((one) => one.chain === chain))]
}

/** The titles of all families as one list in English, for sentences. */
export const familyTitles = new Intl.ListFormat('en').format(familiesOfPages.map(({ title }) => title))
