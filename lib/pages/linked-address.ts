import { linkedItemWords, linkedListWords } from '#lib/site/linked-words.ts'
import { serverPaths } from './server-paths.ts'

/** The search that finds the page of a link of another explorer, whose host was replaced by ours; undefined for every other path. */
export const linkedAddress = (url: string): string | undefined => {
  const [first, ...rest] = (url.split('?', 1)[0] ?? '').split('/').filter((segment) => segment !== '')
  const word = first?.toLowerCase() ?? ''
  const isLink = linkedListWords.has(word) || (rest.length > 0 && linkedItemWords.has(word))
  return isLink ? `${serverPaths.search()}?q=${encodeURIComponent(url)}` : undefined
}
