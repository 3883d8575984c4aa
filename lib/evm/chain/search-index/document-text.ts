import { hash } from 'node:crypto'
import { toHex } from '#lib/base/bytes.ts'
import { parseExact } from '#lib/base/exact-json.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'

/** Longer words are cut, both in documents and in search texts. */
const wordLengthMax = 64

/** Scripts without spaces between words. */
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]'
const piece = new RegExp(
  `(?<unspaced>${unspaced}+)|\\p{Extended_Pictographic}|(?!${unspaced})[\\p{L}\\p{N}](?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
)

/**
 * The words of a text in order, normalised: without case, accents of Latin, Greek and Cyrillic letters, and
 * compatibility variants (NFKC). A word is letters and digits; an emoji is a word. In scripts without spaces every two
 * consecutive characters are a word, and the last one alone.
 */
export const searchWordsOf = (text: string): string[] => pieces(text).flatMap(storedWords)

/** A required word or prefix. */
type SoughtWord = { word: string; isPrefix: boolean }

/**
 * The distinct terms of a search text: its words, the last one as a prefix. In scripts without spaces, any part of a
 * text is found.
 */
export const soughtWords = (text: string): SoughtWord[] => {
  const all = pieces(text)
  const sought = all.flatMap((one, index) => soughtIn(one, index === all.length - 1))
  return [...new Map(sought.map((one) => [`${one.word} ${one.isPrefix}`, one])).values()]
}

type Piece = { text: string; isUnspaced: boolean }

const pieces = (text: string): Piece[] =>
  isAscii.test(text)
    ? (text.toLowerCase().match(asciiPiece) ?? []).map((found) => ({ text: found, isUnspaced: false }))
    : [...folded(text).matchAll(piece)].map(({ 0: found, groups }) => ({
        text: found,
        isUnspaced: groups?.unspaced !== undefined,
      }))

/** Most texts are ASCII, which needs no further steps. */
const isAscii = /^[\0-\x7f]*$/
const asciiPiece = /[a-z0-9]+/g

/** Accents and variants are separate characters once decomposed (NFKD); joiners inside a word are ignored. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe00-\ufe0f\u00ad\u200c-\u200f\u2060\ufeff\p{Me}]/gu, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')

const storedWords = ({ text, isUnspaced }: Piece): string[] => {
  if (!isUnspaced) return [cut(text)]
  const characters = [...text]
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

const soughtIn = ({ text, isUnspaced }: Piece, isLast: boolean): SoughtWord[] => {
  if (!isUnspaced) return [{ word: cut(text), isPrefix: isLast }]
  const pairs = storedWords({ text, isUnspaced }).slice(0, -1)
  return pairs.length > 0 ? pairs.map((word) => ({ word, isPrefix: false })) : [{ word: text, isPrefix: true }]
}

const cut = (word: string): string => (word.length > wordLengthMax ? [...word].slice(0, wordLengthMax).join('') : word)

/** The columns that the search reads. */
export type SearchedDocument = Pick<
  NftMetadataRow,
  'id' | 'chain' | 'token_address' | 'token_hash' | 'name' | 'description' | 'attributes' | 'metadata'
>

/** A row that was written, with its document if it was read. */
export type WrittenRow = Pick<SearchedDocument, 'id' | 'chain' | 'token_address' | 'token_hash'> &
  Partial<SearchedDocument>

/**
 * The prefix of a word in the index: the part of the document that contains it. `other` is for words in none of the
 * first three; `wholeName` is one word for all words of a name, `contract` the address of the token's contract.
 */
export const fieldLetters = {
  name: 'n',
  description: 'd',
  attributes: 'a',
  other: 'o',
  wholeName: 'w',
  contract: 'c',
} as const

/** Maximum number of words of one document; later words are not found. */
const wordsMax = 5_000
/** Maximum length of one value: longer ones are images or code. */
const valueLengthMax = 20_000

type DocumentText = {
  words: ReadonlySet<string>
  /** 16 bytes that only change with the words: of all words, and of the name. */
  digest: Uint8Array
  name_digest: Uint8Array
}

/** The words of a token's document, each with its field's letter. */
export const documentText = ({
  token_address,
  name,
  description,
  attributes,
  metadata,
}: SearchedDocument): DocumentText => {
  const { name: n, description: d, attributes: a, other, contract } = fieldLetters
  const words = new Set([`${contract}${toHex(token_address).slice(2)}`])
  const named = wordsIn(name ?? '')
  if (named.length > 0) words.add(wholeNameWord(named))
  const add = (field: string, found: readonly string[], isKnown: (word: string) => boolean = () => false): void => {
    for (const word of found) if (words.size < wordsMax && !isKnown(word)) words.add(field + word)
  }
  add(n, named)
  const nameDigest = digestOf(words)
  add(d, wordsIn(description ?? ''))
  for (const value of valuesIn(attributes, attributeFields)) add(a, wordsIn(value))
  const isElsewhere = (word: string): boolean => words.has(n + word) || words.has(d + word) || words.has(a + word)
  for (const value of valuesIn(metadata)) add(other, wordsIn(value), isElsewhere)
  return { words, digest: digestOf(words), name_digest: nameDigest }
}

/** One word for all words of a name. */
export const wholeNameWord = (words: readonly string[]): string =>
  fieldLetters.wholeName + hash('sha256', words.join(' '), 'hex').slice(0, 20)

const digestOf = (words: ReadonlySet<string>): Uint8Array =>
  new Uint8Array(hash('sha256', [...words].join(' '), 'buffer').subarray(0, 16))

/** Skips an image inside the text itself (RFC 2397). */
const wordsIn = (text: string): string[] =>
  /^\s*data:[\w.+-]*\/[\w.+-]*[;,]/i.test(text) ? [] : searchWordsOf(text.slice(0, valueLengthMax))

/** The fields of an attribute that its author wrote. */
const attributeFields = new Set(['trait_type', 'value'])

/** Texts and numbers in a JSON text, in their order; of objects only `fields`, if given. */
const valuesIn = (json: string | null, fields?: ReadonlySet<string>): string[] => {
  const found: string[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
      found.push(String(value))
    else if (Array.isArray(value)) for (const one of value) look(one)
    else if (value !== null && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) if (!fields || fields.has(name)) look(one)
  }
  if (json !== null) look(parseExact(json))
  return found
}
