import { createHash } from 'node:crypto'
import type { Highlighted } from '#lib/format/source-tokens.ts'
import { highlight, type SourceLanguage } from './highlight.ts'

/** Characters of highlighted texts that are kept; their tokens take a few bytes each. */
const keptMax = 4_000_000

const kept = new Map<string, { size: number; tokens: Promise<Highlighted> }>()
let keptSize = 0
/** One text at a time: they share the process with every other request. */
let last: Promise<unknown> = Promise.resolve()

/** The tokens of a file: visitors of one file share them. */
export const keptHighlight = (text: string, language: SourceLanguage): Promise<Highlighted> => {
  const key = `${language} ${createHash('sha256').update(text).digest('base64')}`
  const known = kept.get(key)
  if (known) {
    // The most recently used come last.
    kept.delete(key)
    kept.set(key, known)
    return known.tokens
  }
  const tokens = last.then(() => highlight(text, language))
  last = tokens.catch(() => undefined)
  kept.set(key, { size: text.length, tokens })
  keptSize += text.length
  for (const [oldest, { size }] of kept) {
    if (keptSize <= keptMax || oldest === key) break
    kept.delete(oldest)
    keptSize -= size
  }
  return tokens
}
