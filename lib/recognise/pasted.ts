import type { Candidate } from '#lib/format/recogniser.ts'
import { withoutTrailing } from '#lib/format/trim-characters.ts'
import { visibleText, withoutWrapping } from '#lib/format/visible-text.ts'
import { pastedCharactersMax, pastedItemsMax } from './pasted-limits.ts'
import { recognise } from './recognise.ts'

/** One item of a pasted text. `candidates` is empty if the text is not recognised. */
export type PastedItem = { text: string; candidates: Candidate[] }

export type Pasted = {
  /** In the order of the text, each once. */
  items: PastedItem[]
  /** Items beyond `pastedItemsMax`. */
  leftOut: number
  /** The text is longer than `pastedCharactersMax`: only its beginning was read. */
  isCut: boolean
}

/**
 * Links, paths of explorer pages, hex with or without a chain's name or id before it, numbers after a chain's name or after a word
 * such as `block`. Every repetition is bounded or begins where nothing before it could: long lines stay cheap.
 */
const pattern = new RegExp(
  [
    String.raw`https?:\/\/[^\s"'\`<>()[\]{},;|\\]{1,2000}`,
    String.raw`(?<![\w.@/-])(?:[\w-]{1,63}\.){1,4}[a-z]{2,12}\/[^\s"'\`<>()[\]{},;|\\]{1,2000}`,
    String.raw`(?<![\w./-])\/[\w-]{1,40}\/(?:[\w-]{1,40}\/)?(?:0x)?[0-9a-f]{1,64}(?:\/\d{1,78})?(?![\w])`,
    String.raw`(?<![\w.:-])[a-z][a-z0-9-]{1,31}:(?:[\w-]{1,32}(?::|\/[a-z0-9-]{3,8}:))?(?:pay-)?(?:0x[0-9a-f]{40,64}(?:@\d{1,16}|\/\d{1,78})?|\d{1,20})(?![\w.:])`,
    '(?<![0-9a-z])(?:0x)?(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-z])',
    String.raw`(?<![\w.-])(?:block|height|version|txn|blocks?[ _-]?(?:number|height|no)\.?)["']?\s{0,3}[:=#]?\s{0,3}["']?#?\d[\d,_]{0,25}(?![\w.]\w)`,
  ].join('|'),
  'gi',
)
const countingWord = /^(?:block|height|version|txn)[a-z"'\s._:=#-]{0,20}(?=\d)/i
const numbers = /^#?\d+(?:[\s,;]+#?\d+)+$/
const groupedNumber = /^#?\d{1,3}(?:[,_' ]\d{3})+$/

const itemOf = (text: string): PastedItem => {
  const candidates = recognise(text)
  // A name before a colon that is no chain's: `from:0x…`.
  const rest = /^[a-z][a-z0-9-]*:(0x.*)$/i.exec(text)?.[1]
  return candidates.length > 0 || rest === undefined
    ? { text, candidates }
    : { text: rest, candidates: recognise(rest) }
}

const itemsOfLine = (line: string): PastedItem[] => {
  const text = withoutWrapping(line)
  if (numbers.test(text) && !groupedNumber.test(text)) return [...new Set(text.match(/\d+/g))].map(itemOf)
  const isOne = groupedNumber.test(text) || !/[\s,;|]/.test(text)
  const whole = isOne ? itemOf(text) : undefined
  if (whole && whole.candidates.length > 0) return [whole]
  // A line may be one hash many thousand times: each text is recognised once.
  const found = [...new Set(text.match(pattern))]
    .map((match) => itemOf(withoutTrailing(match.replace(countingWord, ''), '.:,_')))
    .filter(({ candidates }) => candidates.length > 0)
  if (found.length > 0) return found
  // A line of several words is no item, so only single words are reported.
  return whole && /[\p{L}\p{N}]/u.test(text) ? [{ ...whole, text: text.slice(0, 200) }] : []
}

/** The same item under another spelling has the same key. */
const keyOf = ({ text, candidates }: PastedItem): string =>
  candidates.map(({ kind, chain, value, tokenId }) => [kind, chain, value, tokenId].join()).join() || text

/** Reads addresses, hashes, numbers and links out of a list, a column of a table, JSON or log lines. */
export const readPasted = (text: string): Pasted => {
  const items = new Map<string, PastedItem>()
  for (const line of visibleText(text.slice(0, pastedCharactersMax)).split(/[\r\n\u2028\u2029]+/))
    for (const item of itemsOfLine(line)) if (!items.has(keyOf(item))) items.set(keyOf(item), item)
  // Recognised items have the first claim on the places.
  const recognised = [...items.values()].filter(({ candidates }) => candidates.length > 0).length
  let places = Math.max(0, pastedItemsMax - recognised)
  const kept = [...items.values()].filter(({ candidates }) => candidates.length > 0 || places-- > 0)
  return {
    items: kept.slice(0, pastedItemsMax),
    leftOut: items.size - Math.min(kept.length, pastedItemsMax),
    isCut: text.length > pastedCharactersMax,
  }
}
