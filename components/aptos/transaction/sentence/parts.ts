import type { NftMove } from '#components/aptos/transaction/moves/nft-moves.ts'
import type { AptosBalanceChange } from '#lib/aptos/transaction/contract.ts'

/** A part of a sentence, which is shown with a link to its page. */
export type Part =
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

export const text = (words: string): Part => ({ kind: 'text', text: words })
export const account = (address: string): Part => ({ kind: 'account', address })
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** The only one of some accounts, or their number. */
export const accounts = (addresses: Iterable<string>): Part => {
  const all = [...new Set(addresses)]
  const [only] = all
  return all.length === 1 && only !== undefined ? account(only) : text(plural(all.length, 'account'))
}

/** More assets than this are counted. */
const assetsMax = 3

/** Assets with their amounts and tokens, as a list: the only token by its name, several are counted. */
export const things = (changes: readonly AptosBalanceChange[], tokens: readonly NftMove[]): Part[] => {
  const assets: Part[] =
    changes.length > assetsMax
      ? [text(plural(changes.length, 'asset'))]
      : changes.map((change) => ({ kind: 'asset', change }))
  return listed([...assets, ...tokenParts(tokens)])
}

const tokenParts = (tokens: readonly NftMove[]): Part[] => {
  const [first] = tokens
  if (first === undefined) return []
  return [tokens.length === 1 ? { kind: 'token', id: first.id, name: first.name } : text(`${tokens.length} tokens`)]
}

const listed = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part, index) => {
    if (index === 0) return [part]
    return index === parts.length - 1 ? [text('and'), part] : [text(','), part]
  })
