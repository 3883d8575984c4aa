import type { EvmChainState } from '#lib/evm/contract/explorer/api.ts'
import { exactAmount, groupedNumber, shortAmount } from '#lib/format/amount.ts'
import type { Part } from './parts.ts'
import type { Sentence } from './sentence.ts'

/** What is known of the tokens and addresses that a sentence names. */
export type Names = {
  tokens: ReadonlyMap<string, { name: string | null; symbol: string | null; decimals: number | null }>
  labels: ReadonlyMap<string, string>
}

const short = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

type NativeCoin = Pick<EvmChainState, 'symbol' | 'decimals'>

/** The sentence as plain text, for search engines and link previews. */
export const sentenceText = (
  { subject, clauses }: Sentence,
  { symbol, decimals }: NativeCoin,
  known: Names,
): string => {
  const wordOf = (part: Part): string => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'address':
        return known.labels.get(part.address) ?? short(part.address)
      case 'native':
        return `${exactAmount(part.amount, decimals)} ${symbol}`
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
  return `${wordOf({ kind: 'address', address: subject })} ${deeds}.`
}
