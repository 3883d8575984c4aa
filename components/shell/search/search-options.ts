import { browserFamilies } from '#components/browser-families.ts'
import type { FamilyChain, SuggestedItem } from '#components/family.ts'
import type { LabelOption } from '#components/labels/stored/label-options.ts'
import { withFilters } from '#lib/format/filters.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { readPasted } from '#lib/recognise/pasted.ts'
import {
  candidateFamily,
  candidatePath,
  candidateTitle,
  hasSeveralChains,
  isOnChains,
  recognise,
} from '#lib/recognise/recognise.ts'

/** Shorter texts are not searched in metadata. */
const wordsMin = 3
const itemsMax = 8
/** Chains that a number is offered on. */
const chainsMax = 6

/** A suggestion of the search box. */
export type SearchOption = {
  key: string
  title: string
  text: string
  path: string
  /** The whole text, passed on in the browser instead of in the URL. */
  handed?: string
  /** Enter opens it even if it is not selected. */
  isCertain?: true
  /** The subject of a label, if the text matches one. */
  named?: LabelOption['named']
  /** An item that the server found. */
  item?: SuggestedItem
}

/** Where to look for a text that names no chain. */
export type SearchPlace = {
  /** The served chains of all families. */
  chains: readonly FamilyChain[]
  /** The chain of the page. */
  current?: FamilyChain
}

export type SearchAsked = SearchPlace & {
  text: string
  /** Recent searches, for an empty field. */
  recent: readonly string[]
  /** The text with the line breaks that a one-line field has lost. */
  pasted?: string
  /** Labels that match. */
  labelled?: readonly LabelOption[]
  /** Items that the server found. */
  items?: readonly SuggestedItem[]
}

const pastePath = '/paste'

/** A text with several items is looked up on a separate page. */
const manyOption = (text: string): SearchOption[] => {
  const { items, leftOut } = readPasted(text)
  const count = items.filter(({ candidates }) => candidates.length > 0).length
  if (count < 2) return []
  const title = leftOut > 0 ? `Look up the first ${count}` : `Look up all ${count}`
  return [{ key: 'many', title, text: 'pasted items', path: pastePath, handed: text, isCertain: true }]
}

/** Suggestions for the text: recent searches for an empty field, meanings of an id, or what a name was found to be. */
export const searchOptions = ({
  text,
  recent,
  chains,
  current,
  pasted = text,
  labelled = [],
  items = [],
}: SearchAsked): SearchOption[] => {
  if (text.trim() === '')
    return recent.map((entry) => ({
      key: entry,
      title: 'Recent',
      text: entry,
      path: withFilters(serverPaths.search(), { q: entry }),
    }))
  const many = manyOption(pasted)
  if (many.length > 0) return many
  const isShort = shortHexDigits(text) !== undefined
  const readings = isShort ? [] : recognise(text).flatMap((candidate) => readingOptions(candidate, { chains, current }))
  const words = text.trim()
  if (readings.length > 0) return [...ofChainFirst(readings, current), ...labelled]
  const found = inOrder(items, words, current).slice(0, itemsMax).map(itemOption)
  if (words.length < wordsMin || isShort) return [...labelled, ...found]
  // No chain has such an id: it may be a name.
  return [
    ...labelled,
    ...found,
    { key: 'name', title: 'Search names', text: words, path: withFilters(serverPaths.search(), { q: words }) },
    ...browserFamilies.flatMap(({ name, wordSearch }) =>
      wordSearch && hasSeveralChains(name)
        ? [
            {
              key: `words ${name}`,
              title: wordSearch.title,
              text: words,
              path: wordSearch.path(chainOf(name, { chains, current }), words),
            },
          ]
        : [],
    ),
  ]
}

/** The chain of a family to look on: that of the page, otherwise the first. A page of no served chain says that it is not served. */
const chainOf = (family: string, { chains, current }: SearchPlace): string =>
  current?.family === family ? current.chain : (chains.find((one) => one.family === family)?.chain ?? 'eth')

type Reading = SearchOption & { family: string }

const isNumber = ({ value }: Candidate): boolean => /^\d+$/.test(value)

/** A number can be on every chain of a family; any other id is offered on one. */
const readingOptions = (candidate: Candidate, place: SearchPlace): Reading[] => {
  const family = candidateFamily(candidate)
  const title = candidateTitle(candidate)
  const own = chainOf(family, place)
  const served = place.chains.filter((one) => one.family === family)
  const option = (chain: string, on?: string): Reading => ({
    key: on === undefined ? candidate.kind : `${candidate.kind} ${chain}`,
    title: on === undefined ? title : `${title} on ${on}`,
    text: `${candidate.chain ? `${candidate.chain} ` : ''}${candidate.value}`,
    path: candidatePath(candidate, chain),
    family,
  })
  if (candidate.chain || !isOnChains(candidate) || !isNumber(candidate) || served.length < 2)
    return [option(own)].map((one) =>
      isNumber(candidate) && place.current?.family === family ? { ...one, isCertain: true as const } : one,
    )
  const ordered = [...served.filter(({ chain }) => chain === own), ...served.filter(({ chain }) => chain !== own)]
  return ordered.slice(0, chainsMax).map(({ chain, title: on }) => ({
    ...option(chain, on),
    ...(chain === place.current?.chain && { isCertain: true as const }),
  }))
}

const ofChainFirst = (readings: readonly Reading[], current: FamilyChain | undefined): SearchOption[] => [
  ...readings.filter(({ family }) => family === current?.family),
  ...readings.filter(({ family }) => family !== current?.family),
]

/** Exact names before others, each with those of the page's chain first, and misleading ones last. Otherwise as found. */
const inOrder = (
  items: readonly SuggestedItem[],
  words: string,
  current: FamilyChain | undefined,
): readonly SuggestedItem[] => {
  const text = words.toLowerCase()
  const isExact = (name: string) => {
    const folded = name.toLowerCase()
    return folded === text || folded.endsWith(`(${text})`) || folded.startsWith(`${text} (`)
  }
  const rankOf = ({ name, chain, isSuspicious }: SuggestedItem) =>
    (isSuspicious ? 4 : 0) + (isExact(name) ? 0 : 2) + (chain === current?.chain ? 0 : 1)
  return items.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const itemOption = (item: SuggestedItem): SearchOption => ({
  key: item.path,
  title: item.kind,
  text: item.name,
  path: item.path,
  item,
})
