import { families } from '#components/families.ts'
import type { FamilyChain } from '#components/family.ts'
import { writtenLink } from '#lib/format/candidates-in.ts'
import { candidatePathOnAll, recognise } from '#lib/recognise/recognise.ts'
import { recognisers } from '#lib/recognise/recognisers.ts'
import type { SearchChoice } from '#lib/recognise/search-choices.ts'

/** The chain that pages of a family are of where nothing names one: Ethereum, or the first that is served. */
const defaultChain = (chains: readonly FamilyChain[], family: string): string | undefined => {
  const own = chains.filter((one) => one.family === family)
  return (own.find(({ chain }) => chain === 'eth') ?? own[0])?.chain
}

/** A link in the text, if it is one: of another explorer, or its path alone, which somebody opened here. */
export const followedLink = (text: string): { link: URL; isOpened: boolean } | undefined => {
  const link = writtenLink(text)
  return link && { link, isOpened: text.startsWith('/') }
}

/** The page that a link names without an item to look for. Its chain is that of the link's host, or the one it would have here. */
export const linkedPage = (link: URL, chains: readonly FamilyChain[]): string | undefined => {
  const owner = recognisers.find(({ chainOfLink }) => chainOfLink(link) !== undefined)
  for (const { name, links } of families) {
    if (owner && owner.family !== name) continue
    const chain = owner?.chainOfLink(link) ?? defaultChain(chains, name)
    const page = chain === undefined ? undefined : links?.page(link, chain)
    if (page) return page
  }
  return undefined
}

/** The path of an item's page, or of the tab that a link names. */
export const linkedTab = (path: string, link: URL): string => {
  for (const { links } of families) {
    const tab = links?.tab(path, link)
    if (tab) return tab
  }
  return path
}

/**
 * Where a visitor goes who opened a link: to the only item found; to an address on all chains if several have it; to the first
 * found otherwise; and to the page that says what is missing if no chain has it. Undefined while a chain that may have it is silent.
 */
export const openedChoice = (
  text: string,
  { choices, silent }: { choices: readonly SearchChoice[]; silent: readonly string[] },
  chains: readonly FamilyChain[],
): SearchChoice | undefined => {
  const found = choices.filter(({ isFound }) => isFound)
  if (found.length === 1) return found[0]
  const onAll = new Set(recognise(text).map(candidatePathOnAll))
  const shared = choices.find(({ path }) => onAll.has(path)) ?? found[0]
  if (shared || silent.length > 0) return shared
  const starts = families.map(({ name }) => `/${defaultChain(chains, name)}/`)
  return choices.find(({ path }) => starts.some((start) => path.startsWith(start))) ?? choices[0]
}
