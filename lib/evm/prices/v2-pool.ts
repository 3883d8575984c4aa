import { type Hex, wordOf } from '#lib/base/hex.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import { median } from './price.ts'
import type { PoolState } from './v3-pool.ts'
import { answerWords } from './words.ts'

/** `getPair(address,address)` of a factory */
export const getPairCall = (factory: Hex, token: Hex, quote: Hex): ContractCall => ({
  to: factory,
  data: `0xe6a43905${wordOf(token)}${wordOf(quote)}`,
})

/** `getReserves()` and the cumulative price of the token */
export const pairCalls = (pair: Hex, isToken0: boolean): ContractCall[] => [
  { to: pair, data: '0x0902f1ac' },
  { to: pair, data: isToken0 ? '0x5909c0d5' : '0x5a3d5493' },
]

/** Pairs are read after four blocks, ten minutes apart: a price that one block moved is in one window, and the median another one. */
export const v2WindowStarts = [1_800, 1_200, 600] as const

const q112 = 1n << 112n

type Reading = { cumulative: bigint; reserve: bigint }

/**
 * A pair after a block, by the answers of `pairCalls`: the cumulative price as of the block's time, to which the block's own
 * trades add nothing, and what it holds of the quote.
 */
export const readPair = (
  answers: readonly (CallAnswer | undefined)[],
  timestamp: number,
  isToken0: boolean,
): Reading | undefined => {
  const [reserve0, reserve1, at] = answerWords(answers[0], 3) ?? []
  const [last] = answerWords(answers[1], 1) ?? []
  if (!reserve0 || !reserve1 || at === undefined || last === undefined) return
  const [own, quote] = isToken0 ? [reserve0, reserve1] : [reserve1, reserve0]
  const elapsed = BigInt.asUintN(32, BigInt(timestamp) - at)
  return { cumulative: BigInt.asUintN(256, last + ((quote * q112) / own) * elapsed), reserve: quote }
}

/** The state by readings in the order of their times, the first half an hour old. */
export const v2State = (
  readings: readonly (Reading | undefined)[],
  timestamps: readonly number[],
): PoolState | undefined => {
  const all = readings.flatMap((reading) => reading ?? [])
  if (all.length !== timestamps.length) return
  const means = all.slice(1).flatMap(({ cumulative }, index) => {
    const seconds = (timestamps[index + 1] ?? 0) - (timestamps[index] ?? 0)
    return seconds > 0 ? [BigInt.asUintN(256, cumulative - (all[index]?.cumulative ?? 0n)) / BigInt(seconds)] : []
  })
  const price = median(means)
  if (price === undefined || price === 0n || means.length !== v2WindowStarts.length) return
  const depth = all.reduce((least, { reserve }) => (reserve < least ? reserve : least), all[0]?.reserve ?? 0n)
  return { price: { numerator: price, denominator: q112 }, depth }
}
