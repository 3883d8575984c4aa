import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { calledFunction } from '#components/aptos/parts/values/called-function.ts'
import { decimalOf, fieldsOf, listOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import type { NftMove } from '#components/aptos/transaction/moves/nft-moves.ts'
import { aptosAddress } from '#lib/aptos/contract/format/aptos-address.ts'
import type { AptosTransaction } from '#lib/aptos/contract/records.ts'
import type { AptosBalanceChange } from '#lib/aptos/contract/transaction.ts'

/** A part of a sentence, which is shown with a link to its page. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'account'; address: string }
  /** Without its sign. */
  | { kind: 'asset'; change: AptosBalanceChange }
  | { kind: 'token'; id: string; name: string }
  | { kind: 'function'; name: string }

/** What is known of a transaction's movements; undefined if they could not be read. */
export type Moves = { changes: readonly AptosBalanceChange[]; nfts: readonly NftMove[] } | undefined

const text = (words: string): Part => ({ kind: 'text', text: words })
const account = (address: string): Part => ({ kind: 'account', address })
const token = ({ id, name }: NftMove): Part => ({ kind: 'token', id, name })
const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** One sentence on a transaction. It only says what its events and changes prove. */
export const transactionSentence = (transaction: AptosTransaction, moves: Moves): Part[] => {
  const { type, raw_reason } = transaction
  if (raw_reason !== undefined) return [text(raw_reason)]
  if (type === 'user_transaction') return userSentence(transaction, moves)
  const effects = `${plural(listOf(transaction.events).length, 'event')} and ${plural(listOf(transaction.changes).length, 'change')}`
  if (type === 'block_metadata_transaction')
    return [
      text(
        `The start of a block in epoch ${decimalOf(transaction.epoch) ?? '?'}, round ${decimalOf(transaction.round) ?? '?'}.`,
      ),
    ]
  if (type === 'state_checkpoint_transaction') return [text('The state after a block, sealed by its hash.')]
  if (type === 'block_epilogue_transaction') return [text('The end of a block: its limits and fees.')]
  if (type === 'genesis_transaction') return [text(`The first state of the chain: ${effects}.`)]
  return [text(`${transactionKind(type).title} transaction: ${effects}.`)]
}

const userSentence = (transaction: AptosTransaction, moves: Moves): Part[] => {
  const sender = aptosAddress(transaction.sender ?? '')
  const who = sender === undefined ? text('An account') : account(sender)
  const call = callParts(transaction)
  if (transaction.success === false)
    return [who, text('tried to call'), ...call, text('; it failed, and only gas was paid.')]
  const done = sender === undefined || !moves ? undefined : movedParts(sender, moves)
  if (done) return [who, ...done, text('with'), ...call, text('.')]
  const modules = publishedModules(transaction.changes)
  if (modules.length > 0) return [who, text(`published ${modulesText(modules)} with`), ...call, text('.')]
  return [who, text('called'), ...call, ...elsewhere(moves), text('.')]
}

const callParts = (transaction: AptosTransaction): Part[] => {
  const payload = fieldsOf(transaction.payload)
  const name = calledFunction(transaction) ?? 'an unknown payload'
  const multisig =
    payload.type === 'multisig_payload' ? aptosAddress(textOf(payload.multisig_address) ?? '') : undefined
  const called: Part = name.includes('::') ? { kind: 'function', name } : text(name === 'script' ? 'a script' : name)
  return multisig === undefined ? [called] : [called, text('for the multisig account'), account(multisig)]
}

/** Movements of the sender; undefined if it has none, or more than fit in a sentence. */
const movedParts = (sender: string, moves: NonNullable<Moves>): Part[] | undefined => {
  const own = moves.changes.filter(({ owner_address }) => owner_address === sender)
  const paid = own.filter(({ amount }) => amount.startsWith('-'))
  const got = own.filter(({ amount }) => !amount.startsWith('-'))
  const tokensGiven = moves.nfts.filter(({ from, to, isMint }) => !isMint && from === sender && to !== sender)
  const tokensGot = moves.nfts.filter(({ from, to, isBurn }) => !isBurn && to === sender && from !== sender)
  const given = [...paid.map(assetPart), ...tokenParts(tokensGiven)]
  const received = [...got.map(assetPart), ...tokenParts(tokensGot)]
  if (given.length > 1 || received.length > 1 || given.length + received.length === 0) return undefined
  const isMint = tokensGot.length > 0 && tokensGot.every((move) => move.isMint)
  if (given.length === 1 && received.length === 1)
    return isMint
      ? [text('minted'), ...received, text('for'), ...given]
      : [text('exchanged'), ...given, text('for'), ...received]
  if (received.length === 1)
    return isMint ? [text('minted'), ...received] : [text('received'), ...received, ...giver(moves, got[0], tokensGot)]
  const isBurn = tokensGiven.length > 0 && tokensGiven.every((move) => move.isBurn)
  return isBurn ? [text('burned'), ...given] : sentParts(given, moves, paid[0], tokensGiven)
}

const assetPart = (change: AptosBalanceChange): Part => ({ kind: 'asset', change })

/** One token by its name; several are counted. */
const tokenParts = (tokens: readonly NftMove[]): Part[] => {
  const [first] = tokens
  if (first === undefined) return []
  return tokens.length === 1 ? [token(first)] : [text(`${tokens.length} tokens`)]
}

/** Accounts whose balance of the same asset changed the other way. */
const otherSide = ({ changes }: NonNullable<Moves>, own: AptosBalanceChange): AptosBalanceChange[] =>
  changes.filter(
    ({ owner_address, asset_id, amount }) =>
      owner_address !== own.owner_address &&
      asset_id === own.asset_id &&
      amount.startsWith('-') !== own.amount.startsWith('-'),
  )

/** The receiver is only said if all of the amount arrived there. */
const sentParts = (
  given: Part[],
  moves: NonNullable<Moves>,
  paid: AptosBalanceChange | undefined,
  tokens: readonly NftMove[],
): Part[] => {
  if (paid === undefined) {
    const receivers = new Set(tokens.map(({ to }) => to))
    const [only] = receivers
    if (receivers.has(undefined)) return [text('withdrew'), ...given]
    return [
      text('sent'),
      ...given,
      text('to'),
      receivers.size === 1 && only ? account(only) : text(`${receivers.size} accounts`),
    ]
  }
  const receivers = otherSide(moves, paid)
  const arrived = receivers.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  if (arrived !== -BigInt(paid.amount)) return [text('paid'), ...given]
  const [only] = receivers
  const to = receivers.length === 1 && only ? account(only.owner_address) : text(`${receivers.length} accounts`)
  return [text('sent'), ...given, text('to'), to]
}

const giver = (moves: NonNullable<Moves>, got: AptosBalanceChange | undefined, tokens: readonly NftMove[]): Part[] => {
  const givers = got
    ? otherSide(moves, got).map(({ owner_address, amount }) => ({
        from: owner_address,
        isAll: BigInt(amount) === -BigInt(got.amount),
      }))
    : tokens.map(({ from }) => ({ from, isAll: true }))
  const [only] = givers
  const isOne = only?.from !== undefined && givers.every(({ from, isAll }) => from === only.from && isAll)
  return isOne && only?.from !== undefined ? [text('from'), account(only.from)] : []
}

const elsewhere = (moves: Moves): Part[] => {
  const owners = new Set(moves?.changes.map(({ owner_address }) => owner_address))
  return owners.size === 0 ? [] : [text(`, which changed balances of ${plural(owners.size, 'account')}`)]
}

const publishedModules = (changes: unknown): string[] =>
  listOf(changes).flatMap((item) => {
    const change = fieldsOf(item)
    return change.type === 'write_module' ? [textOf(fieldsOf(fieldsOf(change.data).abi).name) ?? ''] : []
  })

const modulesText = (names: readonly string[]): string => {
  const [first = ''] = names
  return names.length === 1 && first !== '' ? `the module ${first}` : plural(names.length, 'module')
}
