import { candidatePath, candidateTitle } from '#lib/format/candidate.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import { recognise } from '#lib/format/recognise.ts'

/** Shorter texts are not looked for in documents. */
const wordsMin = 3

/** One suggestion of the search box. */
export type SearchOption = { key: string; title: string; text: string; path: string }

/** What the text may be, without asking the server; for an empty field, what was looked up before. */
export const searchOptions = (text: string, recent: readonly string[], chain: string): SearchOption[] => {
  if (text.trim() === '')
    return recent.map((entry) => ({ key: entry, title: 'Recent', text: entry, path: explorerPath.search(entry) }))
  const readings = recognise(text).map((candidate) => ({
    key: candidate.kind,
    title: candidateTitle(candidate),
    text: `${'chain' in candidate && candidate.chain ? `${candidate.chain} ` : ''}${candidate.value}`,
    path: candidatePath(candidate, chain),
  }))
  const words = text.trim()
  if (readings.length > 0 || words.length < wordsMin) return readings
  // Like nothing of a chain: it may be a name.
  return [
    { key: 'name', title: 'By this name', text: words, path: explorerPath.search(words) },
    { key: 'nft', title: 'NFTs with the words', text: words, path: explorerPath.nftSearch(chain, words) },
  ]
}
