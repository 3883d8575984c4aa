import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { exactAmount, groupedNumber, shortAmount } from '#lib/format/amount.ts'
import type { Clause, SentencePart } from './moves.ts'
import type { Sentence } from './sentence.ts'

/** What is known of the tokens and addresses that a sentence names. */
export type Names = {
  tokens: ReadonlyMap<string, { name: string | null; symbol: string | null; decimals: number | null }>
  labels: ReadonlyMap<string, string>
}

const shortAddress = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

type NativeCoin = Pick<EvmChainState, 'symbol' | 'decimals'>
type Written = {
  coin: NativeCoin
  names: Names
  short?: (address: string) => string
  /** Coin with every digit. */
  isExact?: boolean
}

/** The sentence as plain text, for search engines and link previews. */
export const sentenceText = ({ subject, clauses }: Sentence, coin: NativeCoin, names: Names): string =>
  `${names.labels.get(subject) ?? shortAddress(subject)} ${clausesText(clauses, { coin, names, isExact: true })}.`

/** Clauses as plain text, without a subject. */
export const clausesText = (
  clauses: readonly Clause[],
  { coin: { symbol, decimals }, names: known, short = shortAddress, isExact = false }: Written,
): string => {
  const wordOf = (part: SentencePart): string => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'address':
        return known.labels.get(part.address) ?? short(part.address)
      case 'native':
        return `${(isExact ? exactAmount : shortAmount)(part.amount, decimals)} ${symbol}`
      case 'method':
        return part.isGuess ? `${part.name} (guessed)` : part.name
      case 'token': {
        const words = known.tokens.get(part.token)
        const decimals = words?.decimals ?? null
        const amount = decimals === null ? `${groupedNumber(part.amount)} units of` : shortAmount(part.amount, decimals)
        return `${amount} ${words?.symbol ?? words?.name ?? short(part.token)}`
      }
      case 'nft': {
        const count = part.amount === null || part.amount === '1' ? '' : `${part.amount} of `
        return `${count}#${part.id} of ${known.tokens.get(part.token)?.name ?? short(part.token)}`
      }
      case 'contract':
        return known.tokens.get(part.token)?.name ?? short(part.token)
    }
  }
  const phrases = clauses.map(({ verb, parts }) => [verb, ...parts.map(wordOf)].join(' ').replace(/ ([,;])/g, '$1'))
  const last = phrases.pop() ?? 'did nothing'
  const deeds = phrases.length > 0 ? `${phrases.join(', ')} and ${last}` : last
  return deeds
}
