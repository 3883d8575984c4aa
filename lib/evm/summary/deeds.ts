import { zeroAddress } from '#lib/base/zero-address.ts'
import { counted } from '#lib/format/amount.ts'
import {
  type Clause,
  coin,
  isCall,
  joinedParts,
  type Move,
  type MoveCounts,
  methodName,
  type NetChange,
  native,
  netChanges,
  parties,
  proofOf,
  type SentencePart,
  type SummarisedTransaction,
  target,
  things,
  wordsPart,
} from './moves.ts'

/**
 * All movements of a transaction; `isCoinTraced`: with the coin that contracts moved, not only its own value. `counts` where the
 * movements are too many to be listed: then nothing can be added up.
 */
export type Account = { moves: readonly Move[]; isCoinTraced: boolean; counts?: MoveCounts }

type Sides = {
  party: string
  transaction: SummarisedTransaction
  account: Account
  /** What the party lost and gained in the end, without fees. */
  gave: NetChange[]
  got: NetChange[]
}

/**
 * What one party of a transaction did, by what it lost and gained: the sum over all movements, so that what came back is not
 * called sent. Empty if it neither lost nor gained anything.
 */
export const deedsOf = (party: string, transaction: SummarisedTransaction, account: Account): Clause[] => {
  const changes = netChanges(account.moves).find(({ address }) => address === party)?.changes ?? []
  const sides: Sides = {
    ...{ party, transaction, account },
    gave: changes.filter(({ change }) => change < 0n),
    got: changes.filter(({ change }) => change > 0n),
  }
  const { gave, got } = sides
  if (gave.length > 0 && got.length > 0) return [exchanged(sides)]
  const known = unwrapped(sides) ?? untracedSale(sides) ?? swappedForAnother(sides)
  if (known) return [known]
  return [...gaveClauses(sides), ...gotClauses(sides)]
}

/** The movements that a change is the sum of. */
const movesOf = ({ party, account: { moves } }: Sides, changes: readonly NetChange[]): Move[] => {
  const keys = new Set(changes.map(({ token, tokenId }) => `${token} ${tokenId}`))
  return moves.filter(
    ({ token, tokenId, from, to }) => (from === party || to === party) && keys.has(`${token} ${tokenId}`),
  )
}

const isNft = ({ tokenId }: NetChange): boolean => tokenId !== null
const isMinted = (sides: Sides, changes: readonly NetChange[]): boolean =>
  movesOf(sides, changes).every(({ from }) => from === zeroAddress)
const isBurnt = (sides: Sides, changes: readonly NetChange[]): boolean =>
  movesOf(sides, changes).every(({ to }) => to === zeroAddress)

/** One thing for another: swapped, bought, sold, wrapped, liquidity added or removed. */
const exchanged = (sides: Sides): Clause => {
  const { gave, got } = sides
  const moves = movesOf(sides, [...gave, ...got])
  const proof = proofOf(moves)
  const clause = (verb: string, ...parts: (SentencePart | SentencePart[])[]): Clause => ({
    verb,
    proof,
    parts: parts.flat(),
  })
  const [given, taken] = [things(gave), things(got)]
  const wrapping = moves.find(({ isWrapping }) => isWrapping)
  if (wrapping && moves.every(({ isWrapping, token }) => isWrapping || token === coin))
    return wrapping.from === zeroAddress
      ? clause('wrapped', given, wordsPart('as'), taken)
      : clause('unwrapped', given, wordsPart('into'), taken)
  const gotNfts = got.filter(isNft)
  const gaveNfts = gave.filter(isNft)
  const isPair = (changes: readonly NetChange[]) => changes.length === 2 && !changes.some(isNft)
  if (isPair(gave) && got.length === 1 && isMinted(sides, got))
    return clause('added', wordsPart('liquidity of'), given, wordsPart('for'), taken)
  if (isPair(got) && gave.length === 1 && isGone(sides, gave))
    return clause('removed', wordsPart('liquidity of'), taken, wordsPart('for'), given)
  if (gotNfts.length > 0 && gaveNfts.length > 0) return clause('traded', given, wordsPart('for'), taken)
  if (gotNfts.length > 0) return clause(isMinted(sides, gotNfts) ? 'minted' : 'bought', taken, wordsPart('for'), given)
  if (gaveNfts.length > 0)
    return isBurnt(sides, gaveNfts)
      ? clause('redeemed', given, wordsPart('for'), taken)
      : clause('sold', given, wordsPart('for'), taken)
  // The contract that was called gives out its own shares.
  const { to_address } = sides.transaction
  if (got.length === 1 && got[0]?.token === to_address && isMinted(sides, got))
    return clause('deposited', given, wordsPart('for'), taken)
  if (gave.length === 1 && gave[0]?.token === to_address && isBurnt(sides, gave))
    return clause('redeemed', given, wordsPart('for'), taken)
  return clause('swapped', given, wordsPart('for'), taken)
}

/** Whether the given tokens were destroyed in the end, by whomever. */
const isGone = ({ account: { moves } }: Sides, gave: readonly NetChange[]): boolean =>
  gave.every(({ token }) => moves.some((move) => move.token === token && move.to === zeroAddress))

/** Wrapped coin was given back: the coin itself comes in a call that was not traced. */
const unwrapped = (sides: Sides): Clause | undefined => {
  const moves = movesOf(sides, sides.gave)
  const [first] = sides.gave
  if (sides.account.isCoinTraced || sides.got.length > 0 || sides.gave.length !== 1 || !first) return undefined
  if (!moves.every(({ isWrapping }) => isWrapping)) return undefined
  return {
    verb: 'unwrapped',
    proof: proofOf(moves),
    parts: [...things(sides.gave), wordsPart('into'), native(-first.change)],
  }
}

const exchangeNames = /swap|sell|trade|exchange|fill|uniswap|execute|multicall|order|bid|offer|match/i

/**
 * Tokens were given, and a contract unwrapped coin which it passed on in a call that was not traced: a sale, where the called
 * function is one that exchanges.
 */
const untracedSale = (sides: Sides): Clause | undefined => {
  const { account, gave, got, party, transaction } = sides
  if (account.isCoinTraced || got.length > 0 || gave.length === 0 || gave.some(({ token }) => token === coin))
    return undefined
  if (!exchangeNames.test(methodName(transaction))) return undefined
  const unwrappings = account.moves.filter(
    ({ isWrapping, from, to }) => isWrapping && to === zeroAddress && from !== party,
  )
  const amount = unwrappings.reduce((sum, move) => sum + move.amount, 0n)
  if (amount === 0n) return undefined
  return {
    verb: gave.some(isNft) ? 'sold' : 'swapped',
    proof: proofOf(unwrappings),
    parts: [...things(gave), wordsPart('for'), native(amount)],
  }
}

/**
 * What was given was exchanged for something that somebody else received: the only one who gained in the end and lost nothing,
 * besides the contracts on the way.
 */
const swappedForAnother = (sides: Sides): Clause | undefined => {
  const { account, gave, got, party, transaction } = sides
  if (got.length > 0 || gave.length === 0 || !exchangeNames.test(methodName(transaction))) return undefined
  const given = new Set(gave.map(({ token }) => token))
  const wrapped = new Set(account.moves.flatMap(({ isWrapping, token }) => (isWrapping ? [token] : [])))
  const winners = netChanges(account.moves).filter(
    ({ address, changes }) =>
      address !== party &&
      address !== transaction.to_address &&
      !wrapped.has(address) &&
      changes.every(({ change, token }) => change > 0n && !given.has(token)),
  )
  const [winner, second] = winners
  if (!winner || second) return undefined
  const moves = movesOf({ ...sides, party: winner.address }, winner.changes)
  return {
    verb: 'swapped',
    proof: proofOf(moves),
    parts: [...things(gave), wordsPart('for'), ...things(winner.changes), wordsPart('to'), parties([winner.address])],
  }
}

/** Verbs that the name of the called function chooses, where the direction agrees. */
const gaveVerbs: readonly (readonly [RegExp, verb: string, preposition: string])[] = [
  [
    /bridge|depositETHTo|depositERC20To|depositTransaction|outboundTransfer|sendToL2|crossChain|teleport/i,
    'bridged',
    'through',
  ],
  [/^(stake|lock)/i, 'staked', 'in'],
  [/^repay/i, 'repaid', 'to'],
  [/addLiquidity|increaseLiquidity/i, 'added liquidity of', 'to'],
  [/^(deposit|supply|enter|join)/i, 'deposited', 'into'],
]
const gotVerbs: readonly (readonly [RegExp, verb: string])[] = [
  [/claim|harvest|getReward/i, 'claimed'],
  [/^(borrow)/i, 'borrowed'],
  [/removeLiquidity|decreaseLiquidity/i, 'removed liquidity of'],
  [/^(withdraw|unstake|unlock|exit|redeem|leave)/i, 'withdrew'],
  [/^collect/i, 'collected'],
]

const clausesMax = 3

/** The changes by contract, in order of appearance; many are one group. */
const grouped = (changes: readonly NetChange[]): NetChange[][] => {
  const groups = [...Map.groupBy(changes, ({ token }) => token).values()]
  return groups.length > clausesMax ? [groups.flat()] : groups
}

const gaveClauses = (sides: Sides): Clause[] => {
  const { party, gave, transaction, account } = sides
  const known = gaveVerbs.find(([name]) => name.test(methodName(transaction)))
  if (known && transaction.to_address !== null && party === transaction.from_address) {
    const [, verb, preposition] = known
    const parts = [...things(gave), wordsPart(preposition), target(transaction)]
    return gave.length > 0 ? [{ verb, proof: proofOf(movesOf(sides, gave)), parts }] : []
  }
  return grouped(gave).map((changes): Clause => {
    const own = movesOf(sides, changes).filter(({ from }) => from === party)
    const burnt = own.every(({ to }) => to === zeroAddress) && changes.every(({ token }) => token !== coin)
    if (burnt) return { verb: 'burned', proof: proofOf(own), parts: things(changes) }
    const isOwnCoin = changes.every(({ token }) => token === coin)
    const receivers = isOwnCoin ? coinReceivers(sides, own) : own.map(({ to }) => to).filter((to) => to !== zeroAddress)
    const through =
      isOwnCoin && party !== transaction.to_address && receivers.some((to) => to !== transaction.to_address)
    return {
      verb: isPlain(sides, changes) ? 'sent' : 'gave',
      proof: isOwnCoin ? { kind: 'call' } : proofOf(own),
      parts: [
        ...things(changes),
        wordsPart('to'),
        receivers.length === 1 && receivers[0] === party ? wordsPart('itself') : parties(receivers),
        ...(through && account.isCoinTraced ? [wordsPart('through'), target(transaction)] : []),
      ],
    }
  })
}

/** A transfer that was asked for as such, or whose movements are all known: nothing can have come back. */
const isPlain = ({ transaction, account, party }: Sides, changes: readonly NetChange[]): boolean =>
  account.isCoinTraced ||
  party !== transaction.from_address ||
  !isCall(transaction) ||
  changes.every(({ token }) => token === coin) ||
  changes.every(({ token }) => token === transaction.to_address) ||
  /transfer|send|airdrop|disperse|distribute|payout|pay$/i.test(methodName(transaction)) ||
  methodName(transaction) === ''

/** Who kept the coin that a party gave: a contract that passed all of it on is only on the way. */
const coinReceivers = ({ party, account: { moves } }: Sides, own: readonly Move[]): string[] => {
  const first = [...new Set(own.map(({ to }) => to))]
  const wrapped = new Set(moves.flatMap(({ isWrapping, token }) => (isWrapping ? [token] : [])))
  const kept = new Set(
    netChanges(moves).flatMap(({ address, changes }) =>
      !wrapped.has(address) && changes.some(({ token, change }) => token === coin && change > 0n) ? [address] : [],
    ),
  )
  if (first.some((to) => kept.has(to))) return first
  const after = moves.filter(
    ({ token, from, to }) => token === coin && first.includes(from) && to !== party && kept.has(to),
  )
  const others = [...new Set(after.map(({ to }) => to))]
  return others.length > 0 ? others : first
}

const gotClauses = (sides: Sides): Clause[] => {
  const { party, got, transaction } = sides
  if (got.length === 0) return []
  const known = party === transaction.from_address && gotVerbs.find(([name]) => name.test(methodName(transaction)))
  if (known && !isMinted(sides, got)) {
    const parts = [...things(got), wordsPart('from'), parties(movesOf(sides, got).map(({ from }) => from))]
    return [{ verb: known[1], proof: proofOf(movesOf(sides, got)), parts }]
  }
  return grouped(got).map((changes): Clause => {
    const own = movesOf(sides, changes).filter(({ to }) => to === party)
    if (changes.every(({ token }) => token !== coin) && own.every(({ from }) => from === zeroAddress))
      return { verb: 'minted', proof: proofOf(own), parts: things(changes) }
    return {
      verb: 'received',
      proof: proofOf(own),
      parts: [...things(changes), wordsPart('from'), parties(own.map(({ from }) => from))],
    }
  })
}

/**
 * Movements between others, such as through an allowance; undefined where they are too many for a sentence, which then says how
 * many they are.
 */
export const othersClauses = (moves: readonly Move[]): Clause[] => {
  const groups = [...Map.groupBy(moves, ({ token }) => token).values()]
  if (groups.length > clausesMax) return []
  return groups.map((group): Clause => {
    const what = things(summed(group))
    const proof = proofOf(group)
    const [from, to] = [group.map((move) => move.from), group.map((move) => move.to)]
    if (from.every((one) => one === zeroAddress))
      return { verb: 'minted', proof, parts: [...what, wordsPart('to'), parties(to)] }
    if (to.every((one) => one === zeroAddress))
      return { verb: 'burned', proof, parts: [...what, wordsPart('from'), parties(from)] }
    return { verb: 'moved', proof, parts: [...what, wordsPart('from'), parties(from), wordsPart('to'), parties(to)] }
  })
}

/** Movements as what was moved, each thing once. */
const summed = (moves: readonly Move[]): NetChange[] => {
  const sums = new Map<string, NetChange>()
  for (const { token, standard, tokenId, amount } of moves) {
    const key = `${token} ${tokenId}`
    sums.set(key, { token, standard, tokenId, change: (sums.get(key)?.change ?? 0n) + amount })
  }
  return [...sums.values()]
}

export const countsOf = (moves: readonly Move[]): MoveCounts => {
  const mints = moves.filter(({ from }) => from === zeroAddress).length
  const burns = moves.filter(({ from, to }) => from !== zeroAddress && to === zeroAddress).length
  return { mints, burns, transfers: moves.length - mints - burns }
}

/** What many movements were: `10,000 mints and 1 transfer`. */
export const countedParts = ({ mints, burns, transfers }: MoveCounts): SentencePart[] => {
  const kinds = [
    [mints, 'mint'],
    [burns, 'burn'],
    [transfers, 'transfer'],
  ] as const
  return joinedParts(
    kinds.flatMap(([count, noun]) => (count === 0 ? [] : [[wordsPart(counted(count, noun))]])),
    'kind',
  )
}
