import type { Hex } from '#lib/evm/chain/block.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import { median } from './price.ts'
import { sqrtPriceOf } from './tick.ts'
import { argument, signed, wordsOf } from './words.ts'

export const v3Fees = [100, 500, 3_000, 10_000] as const

/** `getPool(address,address,uint24)` of a factory */
export const getPoolCall = (factory: Hex, token: Hex, quote: Hex, fee: number): ContractCall => ({
  to: factory,
  data: `0x1698ee82${argument(token)}${argument(quote)}${argument(fee)}`,
})

/** An odd number of windows: a price that one block moved is in two of them at most, and the median is another one. */
const windows = 5
const windowSeconds = 360n
export const v3WindowSeconds = windows * Number(windowSeconds)

const ends = Array.from({ length: windows + 1 }, (_, index) => (windows - index) * Number(windowSeconds))

/** `observe(uint32[])`: the ticks and liquidity at the ends of all windows. Reverts if the pool does not remember the first. */
export const observeCall = (pool: Hex): ContractCall => ({
  to: pool,
  data: `0x883bdbfd${argument(32)}${argument(ends.length)}${ends.map(argument).join('')}`,
})

/** A pool's price over the last half hour, and the least liquidity that it rests on. */
export type PoolState = {
  /** Quote for one token, both in their smallest units, as a fraction. */
  price: { numerator: bigint; denominator: bigint }
  /** In the quote's smallest unit: what it takes to move the price is in proportion to it. */
  depth: bigint
}

const q96 = 1n << 96n
const q192 = 1n << 192n
const secondsPerLiquidity = 1n << 160n

/**
 * The state by the answer of `observeCall`. The price is the median of the windows' geometric means. The depth is the
 * smaller one of `quoteBalance` and of the reserve that the time-weighted harmonic mean of the liquidity amounts to: liquidity
 * that was only there for a few blocks counts for little.
 */
export const v3State = (
  answer: CallAnswer | undefined,
  { isToken0, quoteBalance }: { isToken0: boolean; quoteBalance: bigint },
): PoolState | undefined => {
  const words = wordsOf(answer, 4 + 2 * ends.length)
  if (!words || words[2] !== BigInt(ends.length)) return
  const ticks = words.slice(3, 3 + ends.length).map(signed)
  const liquidity = words.slice(4 + ends.length, 4 + 2 * ends.length)
  const means = ticks.slice(1).map((tick, index) => floorDivide(tick - (ticks[index] ?? 0n), windowSeconds))
  const tick = median(means)
  const root = tick === undefined ? undefined : sqrtPriceOf(tick)
  const [first, last] = [liquidity[0], liquidity.at(-1)]
  if (root === undefined || root === 0n || first === undefined || last === undefined) return
  const spent = BigInt.asUintN(160, last - first)
  const mean = (BigInt(v3WindowSeconds) * (secondsPerLiquidity - 1n)) / ((spent || 1n) << 32n)
  const reserve = isToken0 ? (mean * root) / q96 : (mean * q96) / root
  const square = root * root
  return {
    price: isToken0 ? { numerator: square, denominator: q192 } : { numerator: q192, denominator: square },
    depth: reserve < quoteBalance ? reserve : quoteBalance,
  }
}

const floorDivide = (value: bigint, by: bigint): bigint => (value < 0n ? -((-value + by - 1n) / by) : value / by)
