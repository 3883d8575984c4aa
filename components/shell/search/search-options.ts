import { browserFamilies } from '#components/browser-families.ts'
import type { LabelOption } from '#components/labels/stored/label-options.ts'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { readPasted } from '#lib/recognise/pasted.ts'
import { candidatePath, candidateTitle, hasSeveralChains, recognise } from '#lib/recognise/recognise.ts'

/** Shorter texts are not searched in metadata. */
const wordsMin = 3

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

/**
 * Suggestions for the text, without asking the server; recent searches for an empty field. `pasted` is the text with
 * the line breaks that a one-line field has lost. `labelled` are matching labels.
 */
export const searchOptions = (
  text: string,
  recent: readonly string[],
  chain: string,
  pasted: string = text,
  labelled: readonly LabelOption[] = [],
): SearchOption[] => {
  if (text.trim() === '')
    return recent.map((entry) => ({
      key: entry,
      title: 'Recent',
      text: entry,
      path: withFilters(serverPaths.search(), { q: entry }),
    }))
  const many = manyOption(pasted)
  if (many.length > 0) return many
  const readings = recognise(text).map((candidate) => ({
    key: candidate.kind,
    title: candidateTitle(candidate),
    text: `${'chain' in candidate && candidate.chain ? `${candidate.chain} ` : ''}${candidate.value}`,
    path: candidatePath(candidate, chain),
  }))
  const words = text.trim()
  if (readings.length > 0 || words.length < wordsMin) return [...readings, ...labelled]
  // No chain has such an id: it may be a name.
  return [
    ...labelled,
    { key: 'name', title: 'Search names', text: words, path: withFilters(serverPaths.search(), { q: words }) },
    ...browserFamilies.flatMap(({ name, wordSearch }) =>
      wordSearch && hasSeveralChains(name)
        ? [{ key: `words ${name}`, title: wordSearch.title, text: words, path: wordSearch.path(chain, words) }]
        : [],
    ),
  ]
}
