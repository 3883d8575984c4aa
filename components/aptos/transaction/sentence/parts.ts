import type { NftMove } from '#components/aptos/transaction/moves/nft-moves.ts'
import type { AptosBalanceChange } from '#lib/aptos/transaction/contract.ts'

/** A part of a sentence, which is shown with a link to its page. */
export type AptosPart =
  | { kind: 'text'; text: string }
  | { kind: 'account'; address: string }
  /** Without its sign. */
  | { kind: 'asset'; change: AptosBalanceChange }
  | { kind: 'token'; id: string; name: string }
  | { kind: 'function'; name: string }

/** What is known of a transaction's movements; undefined if they could not be read. */
export type Moves =
  | {
      changes: readonly AptosBalanceChange[]
      nfts: readonly NftMove[]
      /** The owner or asset of some movements is unknown: nobody's balance is certain. */
      isPartial?: boolean
    }
  | undefined
export type KnownMoves = NonNullable<Moves>

export const textPart = (words: string): AptosPart => ({ kind: 'text', text: words })
export const accountPart = (address: string): AptosPart => ({ kind: 'account', address })
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** The only one of some accounts, or their number. */
export const accounts = (addresses: Iterable<string>): AptosPart => {
  const all = [...new Set(addresses)]
  const [only] = all
  return all.length === 1 && only !== undefined ? accountPart(only) : textPart(plural(all.length, 'account'))
}

/** More assets than this are counted. */
const assetsMax = 3

/** Assets with their amounts and tokens, as a list: the only token by its name, several are counted. */
export const thingsPart = (changes: readonly AptosBalanceChange[], tokens: readonly NftMove[]): AptosPart[] => {
  const assets: AptosPart[] =
    changes.length > assetsMax
      ? [textPart(plural(changes.length, 'asset'))]
      : changes.map((change) => ({ kind: 'asset', change }))
  return listed([...assets, ...tokenParts(tokens)])
}

const tokenParts = (tokens: readonly NftMove[]): AptosPart[] => {
  const [first] = tokens
  if (first === undefined) return []
  return [tokens.length === 1 ? { kind: 'token', id: first.id, name: first.name } : textPart(`${tokens.length} tokens`)]
}

const listed = (parts: readonly AptosPart[]): AptosPart[] =>
  parts.flatMap((part, index) => {
    if (index === 0) return [part]
    return index === parts.length - 1 ? [textPart('and'), part] : [textPart(','), part]
  })
