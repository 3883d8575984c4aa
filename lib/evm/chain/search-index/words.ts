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
