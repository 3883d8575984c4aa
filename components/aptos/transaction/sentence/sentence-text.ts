import { assetWords } from '#components/aptos/parts/asset-words.ts'
import { shortFunction } from '#components/aptos/parts/values/function-name.tsx'
import { groupedNumber, shortAmount } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Part } from './parts.ts'

const nameMax = 40

const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

/** The sentence as plain text, for search engines and link previews. */
export const sentenceText = (parts: readonly Part[]): string => joined(parts.map(partText))

/** Words are separated by spaces, punctuation is not. */
const joined = (words: readonly string[]): string =>
  words.reduce(
    (sentence, word) => (sentence === '' || /^[.,;]/.test(word) ? sentence + word : `${sentence} ${word}`),
    '',
  )

const partText = (part: Part): string => {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'account':
      return shortAddress(part.address)
    case 'function':
      return shortFunction(part.name)
    case 'token':
      return cutText(part.name, nameMax) || 'an unnamed token'
    case 'asset': {
      const { amount, decimals } = part.change
      const { symbol, name } = assetWords(part.change)
      const size = amount.replace('-', '')
      const shown = decimals === null ? `${groupedNumber(size)} units of` : shortAmount(size, decimals)
      return `${shown} ${symbol || name}`
    }
  }
}
