import type { Rule } from '#lib/evm/token/ratings/evidence.ts'

const latin = /\p{Script=Latin}/u
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Used as ornaments and as signs: `MΞTA`, `Δ`, `µ`. */
const ornaments = /[ΞΔΛΣΩΦΨµμλπ]/gu

/** Latin and look-alike letters in one word, as in a forged name. */
export const mixedScripts: Rule = ({ name, symbol }) =>
  [name, symbol].some((text) => text?.split(/[^\p{L}\p{M}]+/u).some(isMixed))
    ? { rule: 'mixed-scripts', weight: 40, text: 'Its name or symbol mixes look-alike letters of different scripts.' }
    : null

const isMixed = (word: string): boolean => {
  const letters = word.replaceAll(ornaments, '')
  return latin.test(letters) && likeLatin.test(letters)
}
