import type { Candidate } from '#lib/format/recogniser.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { candidateFamily, candidatePath, candidatePathOnAll, candidateTitle, isOnChains } from './recognise.ts'

/** An item that a chain or an index has for the searched text. */
export type SearchFinding = {
  path: string
  title: string
  text: string
  /** The text has no other meaning. */
  isCertain?: boolean
}

export type SearchChoice<Finding extends SearchFinding = SearchFinding> = (SearchFinding | Finding) & {
  /** It exists. */
  isFound: boolean
  /** No other reading is likely: it may be opened at once. */
  isCertain: boolean
}

/**
 * The choices for a search: items found first, then other meanings of the text on every served chain. A hash found on
 * one chain is certain: two items never share one. A part of an address or hash only has what was found.
 */
export const searchChoices = <Finding extends SearchFinding>({
  candidates,
  findings = [],
  chains,
}: {
  candidates: readonly Candidate[]
  findings?: readonly Finding[]
  /** Served chains of all families. */
  chains: readonly { family: string; chain: string; title: string }[]
}): SearchChoice<Finding>[] => {
  const [first] = candidates
  const isHash = first !== undefined && first.value.length === 66
  const isPasted = candidates.length === 1 && first !== undefined && (!isOnChains(first) || first.chain !== undefined)
  const choices: SearchChoice<Finding>[] = findings.map((one) => ({
    ...one,
    isFound: true,
    isCertain: one.isCertain ?? (isHash && findings.length === 1),
  }))
  const add = (path: string, title: string, text: string, isCertain: boolean) => {
    if (!choices.some((choice) => choice.path === path)) choices.push({ path, title, text, isFound: false, isCertain })
  }
  for (const candidate of candidates) {
    // Nothing says that it is the beginning of this rather than of an address.
    if (shortHexDigits(candidate.value) !== undefined) continue
    const { chain: named, value } = candidate
    const title = candidateTitle(candidate)
    const served = chains.filter(({ family }) => family === candidateFamily(candidate))
    if (!isOnChains(candidate)) {
      if (served.length > 0) add(candidatePath(candidate, ''), title, value, isPasted)
      continue
    }
    // The text of an address does not say on which chains it was used.
    const pathOnAll = named === undefined && served.length > 1 ? candidatePathOnAll(candidate) : undefined
    if (pathOnAll) add(pathOnAll, `${title} on all chains`, value, false)
    const titleOf = (name: string) => served.find(({ chain }) => chain === name)?.title ?? name
    for (const chain of named ? [named] : served.map(({ chain }) => chain))
      add(candidatePath(candidate, chain), `${title} on ${titleOf(chain)}`, value, isPasted)
  }
  return choices
}
