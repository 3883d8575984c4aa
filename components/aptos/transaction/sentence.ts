import { transactionKind } from '#components/aptos/parts/transaction-kind.ts'
import {
  calledMoveFunction,
  decimalOf,
  fieldsOf,
  jsonListOf,
  jsonTextOf,
} from '#components/aptos/parts/values/move-json.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import type { AptosBalanceChange } from '#lib/aptos/transaction/contract.ts'
import { longAddress } from '#lib/base/hex.ts'
import {
  type AptosPart,
  accountPart,
  accounts,
  type KnownMoves,
  type Moves,
  namesPart,
  plural,
  registeredCoins,
  registeredNames,
  type Staking,
  stakingParts,
  stakings,
  textPart,
  thingsPart,
} from './parts.ts'

type Done = { names: readonly string[]; stakings: readonly Staking[] }

/** What the sender gave and got, net, as the words after its address; undefined if nothing. */
const senderParts = (sender: string, moves: KnownMoves, { names, stakings }: Done): AptosPart[] | undefined => {
  const own = moves.changes.filter(({ owner_address }) => owner_address === sender)
  const paid = own.filter(({ amount }) => amount.startsWith('-'))
  const got = own.filter(({ amount }) => !amount.startsWith('-'))
  const tokensGiven = moves.nfts.filter(({ from, to, isMint }) => !isMint && from === sender && to !== sender)
  const tokensGot = moves.nfts.filter(({ from, to, isBurn }) => !isBurn && to === sender && from !== sender)
  const given = thingsPart(paid, tokensGiven)
  const received = thingsPart(got, tokensGot)
  const isAllMinted = tokensGot.every(({ isMint }) => isMint)
  if (names.length > 0 && got.length === 0 && isAllMinted)
    return [textPart('registered'), namesPart(names), ...(given.length > 0 ? [textPart('for'), ...given] : [])]
  if (given.length === 0 && received.length === 0) return undefined
  const isMint = got.length === 0 && isAllMinted
  if (given.length > 0 && received.length > 0)
    return isMint
      ? [textPart('minted'), ...received, textPart('for'), ...given]
      : [textPart('exchanged'), ...given, textPart('for'), ...received]
  if (received.length > 0) {
    if (isMint) return [textPart('minted'), ...received]
    const pool = poolOf(stakings, 'withdraw')
    if (pool && tokensGot.length === 0 && isApt(got))
      return [textPart('withdrew'), ...received, textPart('from the pool'), accountPart(pool)]
    return [textPart('received'), ...received, ...giver(moves, got, tokensGot)]
  }
  const pool = poolOf(stakings, 'add')
  if (pool && tokensGiven.length === 0 && isApt(paid))
    return [textPart('staked'), ...given, textPart('in the pool'), accountPart(pool)]
  if (paid.length === 0 && tokensGiven.every(({ isBurn }) => isBurn)) return [textPart('burned'), ...given]
  return sentParts(given, moves, paid, tokensGiven)
}

const apt = longAddress('0xa')
const isApt = (changes: readonly AptosBalanceChange[]): boolean => changes.every(({ asset_id }) => asset_id === apt)

const poolOf = (stakings: readonly Staking[], deed: Staking['deed']): string | undefined => {
  const pools = new Set(stakings.filter((one) => one.deed === deed).map(({ pool }) => pool))
  return pools.size === 1 ? [...pools][0] : undefined
}

/** Accounts whose balance of the same asset changed the other way. */
const otherSide = ({ changes }: KnownMoves, own: AptosBalanceChange): AptosBalanceChange[] =>
  changes.filter(
    ({ owner_address, asset_id, amount }) =>
      owner_address !== own.owner_address &&
      asset_id === own.asset_id &&
      amount.startsWith('-') !== own.amount.startsWith('-'),
  )

/** The receivers are only named if all of it arrived there. */
const sentParts = (
  given: AptosPart[],
  moves: KnownMoves,
  paid: readonly AptosBalanceChange[],
  tokens: KnownMoves['nfts'],
): AptosPart[] => {
  const receivers = new Set<string | undefined>(tokens.map(({ to }) => to))
  let haveArrived = !receivers.has(undefined)
  for (const change of paid) {
    const others = otherSide(moves, change)
    const arrived = others.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (arrived !== -BigInt(change.amount)) haveArrived = false
    for (const { owner_address } of others) receivers.add(owner_address)
  }
  if (haveArrived)
    return [textPart('sent'), ...given, textPart('to'), accounts([...receivers].filter((one) => one !== undefined))]
  if (tokens.length === 0) return [textPart('paid'), ...given]
  return [textPart(paid.length === 0 ? 'withdrew' : 'gave'), ...given]
}

/** The one account that all of it came from, if there is one. */
const giver = (moves: KnownMoves, got: readonly AptosBalanceChange[], tokens: KnownMoves['nfts']): AptosPart[] => {
  const givers = [
    ...got.flatMap((change) => {
      const [first, ...more] = otherSide(moves, change)
      const isAll = more.length === 0 && first !== undefined && BigInt(first.amount) === -BigInt(change.amount)
      return [isAll ? first.owner_address : undefined]
    }),
    ...tokens.map(({ from }) => from),
  ]
  const [only] = givers
  return only !== undefined && givers.every((one) => one === only) ? [textPart('from'), accountPart(only)] : []
}

/** What a transaction moved between others than its sender, as a clause after the function; empty if nothing. */
const otherParts = (moves: KnownMoves): AptosPart[] => {
  const moved = moves.nfts.filter(({ isMint, isBurn }) => !isMint && !isBurn)
  return clause([
    ...mintsAndBurns(moves.nfts),
    moved.length > 0 ? [textPart('moved'), ...thingsPart([], moved), ...receiversOf(moved)] : [],
    balanceParts(moves),
  ])
}

/** The mints for others, and the burns of what was not the sender's or does not say whose it was. */
const mintsAndBurnsOfOthers = (sender: string | undefined, { nfts }: KnownMoves): AptosPart[] =>
  clause(mintsAndBurns(nfts.filter(({ from, to, isMint }) => (isMint ? to : from) !== sender)))

const mintsAndBurns = (nfts: KnownMoves['nfts']): AptosPart[][] => {
  const minted = nfts.filter(({ isMint }) => isMint)
  const burned = nfts.filter(({ isBurn }) => isBurn)
  return [
    minted.length > 0 ? [textPart('minted'), ...thingsPart([], minted), ...receiversOf(minted, 'for')] : [],
    burned.length > 0 ? [textPart('burned'), ...thingsPart([], burned)] : [],
  ]
}

const clause = (all: readonly AptosPart[][]): AptosPart[] => {
  const said = all.filter((parts) => parts.length > 0)
  return said.flatMap((parts, index) => {
    if (index === 0) return [textPart(', which'), ...parts]
    return [textPart(index === said.length - 1 ? 'and' : ','), ...parts]
  })
}

/** The receivers of these tokens; empty if one is unknown. */
const receiversOf = (nfts: KnownMoves['nfts'], word = 'to'): AptosPart[] => {
  const known = nfts.flatMap(({ to }) => to ?? [])
  return known.length === nfts.length ? [textPart(word), accounts(known)] : []
}

/** One asset that went from one account to another is named; otherwise the accounts are counted. */
const balanceParts = ({ changes, isPartial = false }: KnownMoves): AptosPart[] => {
  if (changes.length === 0) return []
  const [one, other] = changes
  if (changes.length === 2 && !isPartial && one && other && one.asset_id === other.asset_id) {
    const [giver, taker] = one.amount.startsWith('-') ? [one, other] : [other, one]
    if (BigInt(giver.amount) === -BigInt(taker.amount))
      return [
        ...[textPart('moved'), ...thingsPart([taker], [])],
        ...[textPart('from'), accounts([giver.owner_address]), textPart('to'), accounts([taker.owner_address])],
      ]
  }
  const owners = new Set(changes.map(({ owner_address }) => owner_address))
  return [textPart(`changed balances of ${isPartial ? 'at least ' : ''}${plural(owners.size, 'account')}`)]
}

/** One sentence on a transaction. It only says what its events and changes prove. */
export const aptosTransactionSentence = (transaction: AptosTransaction, moves: Moves): AptosPart[] => {
  const { type, raw_reason } = transaction
  if (raw_reason !== undefined) return [textPart(raw_reason)]
  if (type === 'user_transaction') return userSentence(transaction, moves)
  const effects = `${plural(jsonListOf(transaction.events).length, 'event')} and ${plural(jsonListOf(transaction.changes).length, 'change')}`
  if (type === 'block_metadata_transaction')
    return [
      textPart(
        `The start of a block in epoch ${decimalOf(transaction.epoch) ?? '?'}, round ${decimalOf(transaction.round) ?? '?'}.`,
      ),
    ]
  if (type === 'state_checkpoint_transaction') return [textPart('The state after a block, sealed by its hash.')]
  if (type === 'block_epilogue_transaction') return [textPart('The end of a block: its limits and fees.')]
  if (type === 'genesis_transaction') return [textPart(`The first state of the chain: ${effects}.`)]
  return [textPart(`${transactionKind(type).title} transaction: ${effects}.`)]
}

const userSentence = (transaction: AptosTransaction, moves: Moves): AptosPart[] => {
  const sender = aptosAddress(transaction.sender ?? '')
  const who = sender === undefined ? textPart('An account') : accountPart(sender)
  const call = callParts(transaction)
  if (transaction.success === false)
    return [who, textPart('tried to call'), ...call, textPart('; it failed, and only gas was paid.')]
  const modules = publishedModules(transaction.changes)
  const deeds = [
    modules.length > 0 ? [textPart(`published ${modulesText(modules)}`)] : [],
    (sender && senderDeed(sender, transaction, moves)) || [],
  ].filter((parts) => parts.length > 0)
  if (deeds.length === 0) return [who, textPart('called'), ...call, ...(moves ? otherParts(moves) : []), textPart('.')]
  // A registered name is a minted token.
  const hasNames = registeredNames(transaction.events).length > 0
  const besides = moves && !hasNames ? mintsAndBurnsOfOthers(sender, moves) : []
  const done = deeds.flatMap((parts, index) => (index === 0 ? parts : [textPart('and'), ...parts]))
  return [who, ...done, textPart('with'), ...call, ...besides, textPart('.')]
}

/** What the sender did: what it gave and got, or what only events show. */
const senderDeed = (sender: string, { events }: AptosTransaction, moves: Moves): AptosPart[] | undefined => {
  const staked = stakings(sender, events)
  const names = registeredNames(events)
  if (moves && !moves.isPartial) {
    const moved = senderParts(sender, moves, { names, stakings: staked })
    if (moved) return moved
  }
  if (names.length > 0) return [textPart('registered'), namesPart(names)]
  const changed = stakingParts(staked)
  if (changed) return changed
  const coins = moves?.changes.length === 0 && moves.nfts.length === 0 ? registeredCoins(events) : []
  if (coins.length === 0) return undefined
  return [textPart(`registered to hold ${coins.length === 1 ? coins[0] : plural(coins.length, 'coin')}`)]
}

const callParts = (transaction: AptosTransaction): AptosPart[] => {
  const payload = fieldsOf(transaction.payload)
  const name = calledMoveFunction(transaction) ?? 'an unknown payload'
  const multisig =
    payload.type === 'multisig_payload' ? aptosAddress(jsonTextOf(payload.multisig_address) ?? '') : undefined
  const called: AptosPart = name.includes('::')
    ? { kind: 'function', name }
    : textPart(name === 'script' ? 'a script' : name)
  return multisig === undefined ? [called] : [called, textPart('for the multisig account'), accountPart(multisig)]
}

const publishedModules = (changes: unknown): string[] =>
  jsonListOf(changes).flatMap((item) => {
    const change = fieldsOf(item)
    return change.type === 'write_module' ? [jsonTextOf(fieldsOf(fieldsOf(change.data).abi).name) ?? ''] : []
  })

const modulesText = (names: readonly string[]): string => {
  const [first = ''] = names
  return names.length === 1 && first !== '' ? `the module ${first}` : plural(names.length, 'module')
}
