import type { LabelOption } from '#components/labels/label-options.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { withFilters } from '#lib/format/filters.ts'
import { serverPaths } from '#lib/pages/server-paths.ts'
import { readPasted } from '#lib/recognise/pasted.ts'
import { candidatePath, candidateTitle, recognise } from '#lib/recognise/recognise.ts'

/** Shorter texts are not looked for in documents. */
const wordsMin = 3

/** One suggestion of the search box. */
export type SearchOption = {
  key: string
  title: string
  text: string
  path: string
  /** The whole text, which the page takes over in the browser: it stands in no address. */
  handed?: string
  /** Enter takes it without its being chosen. */
  isCertain?: true
  /** What it names, where the text is a label. */
  named?: LabelOption['named']
}

const pastePath = '/paste'

/** A text with several things in it is looked at on a page of its own. */
const manyOption = (text: string): SearchOption[] => {
  const { things, leftOut } = readPasted(text)
  const count = things.filter(({ candidates }) => candidates.length > 0).length
  if (count < 2) return []
  const title = leftOut > 0 ? `Look up the first ${count}` : `Look up all ${count}`
  return [{ key: 'many', title, text: 'pasted items', path: pastePath, handed: text, isCertain: true }]
}

/**
 * What the text may be, without asking the server; for an empty field, what was looked up before. `pasted` is what the field got
 * the text from, with the line breaks that a field of one line has lost. `labelled` is what has a label with these words.
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
  // Like nothing of a chain: it may be a name.
  return [
    ...labelled,
    { key: 'name', title: 'Search names', text: words, path: withFilters(serverPaths.search(), { q: words }) },
    {
      key: 'nft',
      title: 'Search NFTs',
      text: words,
      path: withFilters(evmPaths.nftSearch({ chain }), { q: words }),
    },
  ]
}
