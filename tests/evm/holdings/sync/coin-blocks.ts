import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { hashOf, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'

const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const zeroAddress: Hex = `0x${'0'.repeat(40)}`
const wordOf = (hex: string): Hex => `0x${hex.replace(/^0x/, '').padStart(64, '0')}`

export const coins: readonly Hex[] = [0, 1, 2].map((index) => `0x${hashOf('coin', index).slice(2, 42)}` as const)

export type Move = { token: Hex; from: Hex; to: Hex; value: bigint; block: number; day: number }

/**
 * Blocks of several days whose logs are ERC20 transfers of few tokens among few wallets: mints, burns, transfers to oneself,
 * of nothing, and of more than the sender has. `first` is followed by `count` blocks.
 */
export const coinBlocks = (count: number, after: EvmBlock | { first: number }, seed: number): EvmBlock[] => {
  const random = seeded(seed)
  const below = (bound: number) => Math.floor(random() * bound)
  const party = () => (random() < 0.2 ? zeroAddress : walletOf(below(5)))
  const blocks = randomBlocks(count, after, random, { fork: String(seed), transactionsPerBlockMax: 3 })
  return blocks.map((block) => {
    let logIndex = 0
    return {
      ...block,
      timestamp: 1_600_000_000 + block.number * 20_000,
      transactions: block.transactions.map((transaction) => ({
        ...transaction,
        logs: Array.from({ length: below(4) }, () => {
          const from = party()
          return {
            logIndex: logIndex++,
            address: coins[below(coins.length)] ?? zeroAddress,
            topics: [transferTopic, wordOf(from), wordOf(random() < 0.1 ? from : party())],
            data: wordOf((BigInt(below(4)) * 10n ** BigInt(below(20))).toString(16)),
          }
        }),
      })),
    }
  })
}

/** The transfers of these blocks, in order. */
export const movesOf = (blocks: readonly EvmBlock[]): Move[] =>
  blocks.flatMap(({ number, timestamp, transactions }) =>
    transactions.flatMap(({ logs }) =>
      logs.map(({ address, topics, data }) => ({
        token: address,
        from: `0x${topics[1]?.slice(26)}` as const,
        to: `0x${topics[2]?.slice(26)}` as const,
        value: BigInt(data),
        block: number,
        day: Math.floor(timestamp / 86_400),
      })),
    ),
  )

/** Every balance other than zero, and each token's sums, computed the plain way. */
export const plainBalances = (moves: readonly Move[]) => {
  const balances: Record<string, bigint> = {}
  const days: Record<string, { transfers: number; holders: number; supply: bigint }> = {}
  const tokens: Record<string, { transfers: number; holders: number; overdrawn: number; supply: bigint }> = {}
  for (const token of coins) {
    const own = moves.filter((move) => move.token === token)
    if (own.length === 0) continue
    const held = new Map<string, bigint>()
    const supply = () => [...held.values()].reduce((sum, balance) => sum + balance, 0n)
    const holders = () => [...held.values()].filter((balance) => balance > 0n).length
    for (const [day, ofDay] of Map.groupBy(own, (move) => move.day)) {
      const [before, supplyBefore] = [holders(), supply()]
      for (const { from, to, value } of ofDay) {
        held.set(from, (held.get(from) ?? 0n) - value)
        held.set(to, (held.get(to) ?? 0n) + value)
        held.delete(zeroAddress)
      }
      days[`${token} ${day}`] = {
        transfers: ofDay.length,
        holders: holders() - before,
        supply: supply() - supplyBefore,
      }
    }
    for (const [holder, balance] of held) if (balance !== 0n) balances[`${token} ${holder}`] = balance
    tokens[token] = {
      transfers: own.length,
      holders: holders(),
      overdrawn: [...held.values()].filter((balance) => balance < 0n).length,
      supply: supply(),
    }
  }
  return { balances, days, tokens }
}
