import type { AptosBalanceChange } from '#lib/aptos/transaction/contract.ts'
import { longAddress } from '#lib/base/hex.ts'
import { namesPart, type Staking } from './deeds.ts'
import { type AptosPart, accountPart, accounts, type KnownMoves, textPart, thingsPart } from './parts.ts'

type Done = { names: readonly string[]; stakings: readonly Staking[] }

/** What the sender gave and got, net, as the words after its address; undefined if nothing. */
export const senderParts = (sender: string, moves: KnownMoves, { names, stakings }: Done): AptosPart[] | undefined => {
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
