import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import { calledFunction } from '#components/aptos/parts/values/called-function.ts'
import { decimalOf, fieldsOf, listOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import { namesPart, registeredCoins, registeredNames, stakingParts, stakings } from './deeds.ts'
import { mintsAndBurnsOfOthers, otherParts } from './other-moves.ts'
import { account, type Moves, type Part, plural, text } from './parts.ts'
import { senderParts } from './sender-moves.ts'

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
  const modules = publishedModules(transaction.changes)
  const deeds = [
    modules.length > 0 ? [text(`published ${modulesText(modules)}`)] : [],
    (sender && senderDeed(sender, transaction, moves)) || [],
  ].filter((parts) => parts.length > 0)
  if (deeds.length === 0) return [who, text('called'), ...call, ...(moves ? otherParts(moves) : []), text('.')]
  // A registered name is a minted token.
  const hasNames = registeredNames(transaction.events).length > 0
  const besides = moves && !hasNames ? mintsAndBurnsOfOthers(sender, moves) : []
  const done = deeds.flatMap((parts, index) => (index === 0 ? parts : [text('and'), ...parts]))
  return [who, ...done, text('with'), ...call, ...besides, text('.')]
}

/** What the sender did: what it gave and got, or what only events show. */
const senderDeed = (sender: string, { events }: AptosTransaction, moves: Moves): Part[] | undefined => {
  const staked = stakings(sender, events)
  const names = registeredNames(events)
  if (moves && !moves.isPartial) {
    const moved = senderParts(sender, moves, { names, stakings: staked })
    if (moved) return moved
  }
  if (names.length > 0) return [text('registered'), namesPart(names)]
  const changed = stakingParts(staked)
  if (changed) return changed
  const coins = moves?.changes.length === 0 && moves.nfts.length === 0 ? registeredCoins(events) : []
  if (coins.length === 0) return undefined
  return [text(`registered to hold ${coins.length === 1 ? coins[0] : plural(coins.length, 'coin')}`)]
}

const callParts = (transaction: AptosTransaction): Part[] => {
  const payload = fieldsOf(transaction.payload)
  const name = calledFunction(transaction) ?? 'an unknown payload'
  const multisig =
    payload.type === 'multisig_payload' ? aptosAddress(textOf(payload.multisig_address) ?? '') : undefined
  const called: Part = name.includes('::') ? { kind: 'function', name } : text(name === 'script' ? 'a script' : name)
  return multisig === undefined ? [called] : [called, text('for the multisig account'), account(multisig)]
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
