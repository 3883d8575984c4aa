import { zeroAddress } from '#lib/base/zero-address.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmTransactionMoves } from '#lib/evm/transaction/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { isTextInput } from '#lib/format/text-input.ts'
import { methodOf } from '#lib/format/transaction.ts'

/** The `token` of the chain's own coin. */
export const coin = 'native'

/** An amount or token that changed hands. */
export type Move = {
  /** Null for the coin, which no log reports. */
  logIndex: string | null
  standard: 'native' | 'ERC20' | 'ERC721' | 'ERC1155'
  /** `coin`, or the address of the contract. */
  token: string
  /** The zero address for a mint. */
  from: string
  /** The zero address where it was destroyed. */
  to: string
  /** Null for what has no ids. */
  tokenId: string | null
  amount: bigint
  /** Coin was wrapped into this token or unwrapped; the contract keeps the other side. */
  isWrapping: boolean
}

/** A movement as `evmTransactionMoves` gives it. */
export const moveOf = (move: EvmTransactionMoves['moves'][number]): Move => ({
  // An NFT older than the standards moves as one of ERC721 does.
  standard: move.standard ?? 'ERC721',
  logIndex: move.log_index,
  token: move.token_address ?? coin,
  from: move.from_address,
  to: move.to_address,
  tokenId: move.token_id,
  amount: BigInt(move.amount),
  isWrapping: move.is_wrapping,
})

export type MoveCounts = { mints: number; burns: number; transfers: number }

/** A movement that a log reports. */
type TokenMove = Move & { logIndex: string }
export const tokenMoves = (moves: readonly Move[]): TokenMove[] =>
  moves.filter((move): move is TokenMove => move.logIndex !== null)

/** How many movements of tokens a transaction has, listed or not. */
export const tokenMoveCount = ({ moves, counts }: { moves: readonly Move[]; counts?: MoveCounts }): number =>
  counts ? counts.mints + counts.burns + counts.transfers : tokenMoves(moves).length

/** The coin that a call moved. */
export const coinMove = (from: string, to: string, amount: bigint): Move => ({
  ...{ logIndex: null, standard: 'native', token: coin, from, to, tokenId: null, amount, isWrapping: false },
})

export type NetChange = Pick<Move, 'token' | 'standard' | 'tokenId'> & { change: bigint }

/** The change of one address's balance in the transaction. */
export type AddressChanges = { address: string; changes: NetChange[] }

/**
 * All movements added up, per address and token, without fees; zero changes are omitted, and so are addresses without changes. In
 * order of first appearance.
 */
export const netChanges = (moves: readonly Move[]): AddressChanges[] => {
  const byAddress = new Map<string, Map<string, NetChange>>()
  const add = (address: string, move: Move, amount: bigint) => {
    // Minted and destroyed tokens are nobody's; coin may be sent to the zero address.
    if (address === zeroAddress && move.token !== coin) return
    const changes = byAddress.get(address) ?? new Map<string, NetChange>()
    byAddress.set(address, changes)
    const { token, standard, tokenId } = move
    const key = `${token} ${tokenId}`
    const known = changes.get(key) ?? { token, standard, tokenId, change: 0n }
    changes.set(key, { ...known, change: known.change + amount })
  }
  for (const move of moves) {
    add(move.from, move, -move.amount)
    add(move.to, move, move.amount)
  }
  return [...byAddress]
    .map(([address, changes]) => ({
      address,
      changes: [...changes.values()].filter(({ change }) => change !== 0n),
    }))
    .filter(({ changes }) => changes.length > 0)
}

/** A part of a sentence, shown by its own component and linked to its page. */
export type SentencePart =
  | { kind: 'text'; text: string }
  | { kind: 'address'; address: string }
  | { kind: 'native'; amount: string }
  | { kind: 'token'; token: string; amount: string }
  /** `amount` is null for an NFT that cannot be divided. */
  | { kind: 'nft'; token: string; id: string; amount: string | null }
  | { kind: 'contract'; token: string }
  /** `isGuess`: by a known signature, not by the verified ABI. */
  | { kind: 'method'; name: string; isGuess?: true }

/** The evidence of a clause: a log by its index, the movements, or the call itself. */
export type Proof = { kind: 'log'; index: string } | { kind: 'transfers' } | { kind: 'call' }

/** One action: the verb `sent` (linked to its evidence), then what and to whom. */
export type Clause = { verb: string; proof: Proof; parts: SentencePart[] }

/** What the rules read of a transaction. */
export type SummarisedTransaction = Pick<
  DecodedTransaction,
  | 'from_address'
  | 'to_address'
  | 'value'
  | 'input'
  | 'logs'
  | 'decoded_call'
  | 'guessed_call'
  | 'receipt_status'
  | 'receipt_contract_address'
  | 'nested_calls'
>

export const wordsPart = (words: string): SentencePart => ({ kind: 'text', text: words })
export const writtenAddress = (of: string): SentencePart => ({ kind: 'address', address: of })
export const native = (amount: bigint | string): SentencePart => ({ kind: 'native', amount: String(amount) })

const listedMax = 3

/** `A`, `A and B`, `A, B and C`, `A, B, C and 2 more tokens`. */
export const joinedParts = (items: readonly SentencePart[][], noun: string): SentencePart[] => {
  const shown = items.slice(0, listedMax)
  const more = items.length - shown.length
  return [...shown, ...(more > 0 ? [[wordsPart(counted(more, `more ${noun}`))]] : [])].flatMap((parts, index, all) => {
    if (index === 0) return parts
    return [wordsPart(index === all.length - 1 ? 'and' : ','), ...parts]
  })
}

/** What was gained or lost, as amounts of coins and tokens; NFTs of one collection are counted. */
export const things = (changes: readonly NetChange[]): SentencePart[] => {
  const groups = [...Map.groupBy(changes, ({ token }) => token).values()]
  return joinedParts(groups.map(thing), 'token')
}

const thing = (changes: readonly NetChange[]): SentencePart[] => {
  const [first, second] = changes
  if (!first) return [wordsPart('nothing')]
  const size = first.change < 0n ? -first.change : first.change
  if (first.token === coin) return [native(size)]
  if (second) return [wordsPart(`${changes.length} tokens of`), { kind: 'contract', token: first.token }]
  if (first.tokenId === null) return [{ kind: 'token', token: first.token, amount: String(size) }]
  const amount = first.standard === 'ERC1155' ? String(size) : null
  return [{ kind: 'nft', token: first.token, id: first.tokenId, amount }]
}

/** One log where it is the whole evidence besides the coin, which no log reports. */
export const proofOf = (moves: readonly Move[]): Proof => {
  const [index, ...more] = new Set(moves.flatMap(({ logIndex }) => logIndex ?? []))
  if (index === undefined) return { kind: 'call' }
  return more.length === 0 ? { kind: 'log', index } : { kind: 'transfers' }
}

/** One address by its name, several by their number. */
export const parties = (addresses: Iterable<string>): SentencePart => {
  const all = [...new Set(addresses)]
  const [only] = all
  return all.length === 1 && only !== undefined ? writtenAddress(only) : wordsPart(`${all.length} addresses`)
}

export const method = (transaction: SummarisedTransaction): SentencePart => {
  const { decoded_call, guessed_call } = transaction
  if (!decoded_call && guessed_call) return { kind: 'method', name: guessed_call.label, isGuess: true }
  return { kind: 'method', name: decoded_call?.label ?? methodOf(transaction) }
}

/** The call and those in its arguments, as in `called multicall with deposit, stake and 2 more calls`. */
export const methodWithin = (transaction: SummarisedTransaction): SentencePart[] => {
  const inner = (transaction.nested_calls ?? []).filter(({ parent }) => parent === null)
  const named = inner.flatMap(({ call }): SentencePart[][] => (call ? [[{ kind: 'method', name: call.label }]] : []))
  if (named.length < inner.length || named.length === 0) return [method(transaction)]
  return [method(transaction), wordsPart('with'), ...joinedParts(named, 'call')]
}

/** The name of the called function, from whatever source; empty if there is none. */
export const methodName = ({ decoded_call, guessed_call }: SummarisedTransaction): string =>
  decoded_call?.label ?? guessed_call?.label ?? ''

export const isText = ({ decoded_call, guessed_call, input }: SummarisedTransaction): boolean =>
  !decoded_call && !guessed_call && isTextInput(input)

export const isCall = (transaction: SummarisedTransaction): boolean =>
  transaction.input.length >= 10 && !isText(transaction)

export const target = ({ from_address, to_address }: SummarisedTransaction): SentencePart =>
  to_address === from_address ? wordsPart('itself') : writtenAddress(to_address ?? from_address)
