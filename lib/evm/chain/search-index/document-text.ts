import { hash } from 'node:crypto'
import { toHex } from '#lib/base/bytes.ts'
import { parseExact } from '#lib/base/exact-json.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import { searchWordsOf } from './words.ts'

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
