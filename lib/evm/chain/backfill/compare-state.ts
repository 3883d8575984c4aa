import { type Hex, wordOf } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readState, type StateAnswer } from './contract-state.ts'
import type { ReplayedHoldings } from './holdings.ts'

/** `differs` names how many answers differed from the stored transfers. */
export type StateComparison = 'agrees' | 'no_state' | 'no_answers' | { differing: number; asked: number }

/** Responses of one function are judged together: a contract that never answers it does not have it. */
type Question = {
  about: 'balance' | 'owner' | 'token balance' | 'token count' | 'supply' | 'token supply'
  data: Hex
  isExpected: (answer: bigint) => boolean
  /** A revert is correct: the token is burned. */
  mayRefuse?: boolean
  /** The opening balance that would explain the difference without an event. */
  openingFor?: (answer: bigint) => bigint
}

type Place = { address: Hex; block: number; firstBlock: number }

/**
 * Number of holders checked with the contract, besides suspicious ones: all of a small contract, one in a thousand of a
 * large one.
 */
const sampleMin = 200
const sampleMax = 2_000
const sampleOf = (size: number): number => Math.min(sampleMax, Math.max(sampleMin, Math.floor(size / 1_000)))

/** Differences that may be balances without an event, from the deployment. */
const openingsMax = 48

/**
 * Compares stored transfers with the contract's own answers at a block: `balanceOf` and `ownerOf` of every holder whose
 * transfers contradict one another and of a random sample, `totalSupply` and the number of tokens. Costs at most about 2,200
 * eth_calls in batches, for a contract with millions of holders.
 */
export const compareState = async (
  pool: NodePool,
  holdings: ReplayedHoldings,
  { address, block, firstBlock }: Place,
  { signal, random = Math.random }: { signal: AbortSignal; random?: () => number },
): Promise<StateComparison> => {
  const questions = questionsOf(holdings, random)
  const answers = await readState(
    pool,
    address,
    questions.map(({ data }) => data),
    { block, signal },
  )
  if (answers === 'no_state') return 'no_state'
  if (answers === 'too_slow') return 'no_answers'
  const judged = questions.map((question, index) => ({ question, answer: answers[index] ?? ('refused' as const) }))
  const answered = new Set(judged.flatMap(({ question, answer }) => (answer === 'refused' ? [] : [question.about])))
  const needed = neededAnswer(holdings)
  if (!needed.some((about) => answered.has(about))) return 'no_answers'
  const asked = judged.filter(({ question }) => answered.has(question.about))
  const differing = asked.filter(({ question, answer }) => !isRight(question, answer))
  if (differing.length === 0) return 'agrees'
  const openings = await openingBalances(pool, differing, { address, block, firstBlock }, signal)
  return openings === differing.length ? 'agrees' : { differing: differing.length, asked: asked.length }
}

const isRight = ({ isExpected, mayRefuse = false }: Question, answer: StateAnswer): boolean =>
  answer === 'refused' ? mayRefuse : isExpected(answer)

/** Old tokens credit their first holders without an event: the difference then exists from the deployment on. */
const openingBalances = async (
  pool: NodePool,
  differing: readonly { question: Question; answer: StateAnswer }[],
  { address, firstBlock }: Place,
  signal: AbortSignal,
): Promise<number> => {
  if (firstBlock === 0 || differing.length > openingsMax || differing.some(({ question }) => !question.openingFor))
    return 0
  const data = differing.map(({ question }) => question.data)
  const openings = await readState(pool, address, data, { block: firstBlock, signal })
  if (typeof openings === 'string') return 0
  return differing.filter(({ question, answer }, index) => {
    if (answer === 'refused') return false
    const opening = question.openingFor?.(answer)
    return opening !== undefined && opening > 0n && openings[index] === opening
  }).length
}

/** At least one of them must be answered, or nothing is known. */
const neededAnswer = ({ balances, owners, amounts }: ReplayedHoldings): Question['about'][] => {
  if (balances.size > 0) return ['balance']
  if (owners.size > 0) return ['owner']
  return amounts.size > 0 ? ['token balance'] : ['supply']
}

const questionsOf = (holdings: ReplayedHoldings, random: () => number): Question[] => {
  const { balances, owners, amounts, broken } = holdings
  const chosen = (keys: Iterable<string>, size: number): string[] => [
    ...new Set([...[...broken].filter((key) => hasKey(holdings, key)), ...sample(keys, sampleOf(size), random)]),
  ]
  const kinds = [balances, owners, amounts].filter(({ size }) => size > 0).length
  return [
    ...(kinds <= 1 ? supplyQuestions(holdings) : []),
    ...chosen(balances.keys(), balances.size).flatMap((owner) => balanceQuestion(owner, balances.get(owner))),
    ...chosen(owners.keys(), owners.size).flatMap((id) => ownerQuestion(holdings, id, owners.get(id))),
    ...(balances.size === 0 && holdings.divisor === 1 ? tokenCountQuestions(holdings, random) : []),
    ...chosen(amounts.keys(), amounts.size).flatMap((key) => tokenBalanceQuestion(key, amounts.get(key))),
    ...(holdings.divisor === 1 ? tokenSupplyQuestions(amounts, random) : []),
  ]
}

const hasKey = ({ balances, owners, amounts }: ReplayedHoldings, key: string): boolean =>
  balances.has(key) || owners.has(key) || amounts.has(key)

const balanceOf = (owner: string): Hex => `0x70a08231${wordOf(owner)}`

const balanceQuestion = (owner: string, expected: bigint | undefined): Question[] =>
  expected === undefined
    ? []
    : [
        {
          about: 'balance',
          data: balanceOf(owner),
          isExpected: (answer) => answer === expected,
          openingFor: (answer) => answer - expected,
        },
      ]

const ownerQuestion = (
  { isOlderThanStandards }: ReplayedHoldings,
  id: string,
  expected: string | undefined,
): Question[] =>
  expected === undefined
    ? []
    : [
        {
          about: 'owner',
          // `punkIndexToAddress(uint256)`, or `ownerOf(uint256)`.
          data: `0x${isOlderThanStandards ? '58178168' : '6352211e'}${wordOf(BigInt(id))}`,
          isExpected: (answer) => answer === BigInt(expected),
          mayRefuse: BigInt(expected) === 0n,
        },
      ]

/** `balanceOf(address)` of an ERC721 contract counts tokens: one that was never seen shows in its owner's count. */
const tokenCountQuestions = ({ owners }: ReplayedHoldings, random: () => number): Question[] => {
  const counts = new Map<string, bigint>()
  for (const owner of owners.values()) counts.set(owner, (counts.get(owner) ?? 0n) + 1n)
  counts.delete(zeroAddress)
  return sample(counts.keys(), sampleMin, random).map((owner) => ({
    about: 'token count',
    data: balanceOf(owner),
    isExpected: (answer) => answer === counts.get(owner),
  }))
}

/** `balanceOf(address,uint256)` */
const tokenBalanceQuestion = (key: string, expected: bigint | undefined): Question[] => {
  const [id = '0', owner = '0x'] = key.split(' ')
  if (expected === undefined) return []
  const data: Hex = `0x00fdd58e${wordOf(owner)}${wordOf(BigInt(id))}`
  return [{ about: 'token balance', data, isExpected: (answer) => answer === expected }]
}

/** `totalSupply(uint256)`, which many ERC1155 contracts have. */
const tokenSupplyQuestions = (amounts: ReplayedHoldings['amounts'], random: () => number): Question[] => {
  const supplies = new Map<string, bigint>()
  for (const [key, amount] of amounts) {
    const [id = '0'] = key.split(' ')
    supplies.set(id, (supplies.get(id) ?? 0n) + amount)
  }
  return sample(supplies.keys(), sampleMin, random).map((id) => ({
    about: 'token supply',
    data: `0xbd85b039${wordOf(BigInt(id))}`,
    isExpected: (answer) => answer === supplies.get(id),
  }))
}

/** `totalSupply()`: of ERC721 contracts the tokens that exist; some count the burned ones too. */
const supplyQuestions = ({
  balances,
  owners,
  amounts,
  supply,
  minted,
  burned,
  divisor,
}: ReplayedHoldings): Question[] => {
  if (amounts.size > 0) return []
  const exact = { about: 'supply', data: '0x18160ddd' } as const
  if (owners.size === 0)
    return [
      {
        ...exact,
        isExpected: (answer) => answer === supply,
        ...(balances.size > 0 ? { openingFor: (answer: bigint) => answer - supply } : {}),
      },
    ]
  const living = [...owners.values()].filter((owner) => BigInt(owner) !== 0n).length
  const expected = divisor === 1 ? [living, owners.size] : [minted - burned, minted]
  return [{ ...exact, isExpected: (answer) => expected.some((count) => answer === BigInt(count)) }]
}

/** A uniform random sample of this many keys; all keys if there are fewer. */
const sample = (keys: Iterable<string>, countMax: number, random: () => number): string[] => {
  const chosen: string[] = []
  let seen = 0
  for (const key of keys) {
    seen += 1
    if (chosen.length < countMax) chosen.push(key)
    else {
      const place = Math.floor(random() * seen)
      if (place < countMax) chosen[place] = key
    }
  }
  return chosen
}
