import { type Hex, wordOf } from '#lib/base/hex.ts'
import type { CallAnswer } from '#lib/evm/chain/rpc/state/calls.ts'
import type { ContractCall } from '#lib/evm/chain/rpc/state/multicall.ts'
import { median } from './price.ts'
import { answerWords, signed } from './words.ts'

/** Uniswap v3's bound of a tick. */
const tickMax = 887_272n

/** sqrt(1.0001^-(2^n)) as Q128, from Uniswap v3's TickMath. */
const factors = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

/** The square root of the price at a tick as Q96: `token1` for one of `token0`, both in their smallest units. Undefined beyond the bounds. */
export const sqrtPriceOf = (tick: bigint): bigint | undefined => {
  const size = tick < 0n ? -tick : tick
  if (size > tickMax) return
  let ratio = 1n << 128n
  for (const [bit, factor] of factors.entries()) if ((size >> BigInt(bit)) & 1n) ratio = (ratio * factor) >> 128n
  if (tick > 0n) ratio = ((1n << 256n) - 1n) / ratio
  const price = ratio >> 32n
  return price << 32n === ratio ? price : price + 1n
}

export const v3Fees = [100, 500, 3_000, 10_000] as const

/** `getPool(address,address,uint24)` of a factory */
export const getPoolCall = (factory: Hex, token: Hex, quote: Hex, fee: number): ContractCall => ({
  to: factory,
  data: `0x1698ee82${wordOf(token)}${wordOf(quote)}${wordOf(fee)}`,
})

/** An odd number of windows: a price that one block moved is in two of them at most, and the median is another one. */
const windows = 5
const windowSeconds = 360n
export const v3WindowSeconds = windows * Number(windowSeconds)

const ends = Array.from({ length: windows + 1 }, (_, index) => (windows - index) * Number(windowSeconds))

/** `observe(uint32[])`: the ticks and liquidity at the ends of all windows. Reverts if the pool does not remember the first. */
export const observeCall = (pool: Hex): ContractCall => ({
  to: pool,
  data: `0x883bdbfd${wordOf(32)}${wordOf(ends.length)}${ends.map(wordOf).join('')}`,
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
  const words = answerWords(answer, 4 + 2 * ends.length)
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
