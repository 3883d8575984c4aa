import type { Hex } from '#lib/base/hex.ts'

/** Prices are whole numbers of this part of a dollar. */
export const usdDigits = 36
export const usdScale = 10n ** BigInt(usdDigits)

/** The price of a whole token, not of its smallest unit, and its source. */
export type Price = {
  /** In 10^-36 dollars. */
  usd: bigint
  method: 'chainlink' | 'uniswap_v2' | 'uniswap_v3'
  /** The feed or the pool. */
  source: Hex
  /** `ETH / USD` of a feed; null for a pool. */
  pair: string | null
  /** The token in which the pool quotes; null for a feed. */
  quote: Hex | null
  /** The pool's lowest balance of that token in the window, in 10^-36 dollars; null for a feed. */
  depthUsd: bigint | null
  /** The age of the feed's round at `block`; null for a pool. */
  ageSeconds: number | null
  /** The time over which the pool's price was averaged; null for a feed. */
  windowSeconds: number | null
  /** The block after which it was read. */
  block: number
  /** The time of that block, in unix seconds. */
  timestamp: number
}

/** The value of a balance in 10^-36 dollars. Null if it exceeds what the pool holds: it could not be sold at that price. */
export const holdingValue = (balance: bigint, decimals: number, price: Price): bigint | null => {
  const value = (balance * price.usd) / 10n ** BigInt(decimals)
  return price.depthUsd !== null && value > price.depthUsd ? null : value
}

const significantDigits = 8n
const keptDigits = 15

/** To 15 significant digits: a pool's fixed-point numbers would make 3.99999999999999999 of a price of 4. */
export const roundedPrice = (usd: bigint): bigint => {
  const unit = 10n ** BigInt(Math.max(0, String(usd).length - keptDigits))
  return ((usd + unit / 2n) / unit) * unit
}

/** Dollars as decimal text with 8 significant digits, and all digits before the point. */
export const usdText = (usd: bigint): string => {
  const digits = BigInt(String(usd).length)
  const dropped = digits - significantDigits
  const fraction = BigInt(usdDigits)
  const unit = 10n ** (dropped <= 0n ? 0n : dropped > fraction ? fraction : dropped)
  return decimalText((usd / unit) * unit)
}

/** Dollars and cents, cut and never rounded up: `1234.56`. */
export const centsText = (usd: bigint): string => {
  const cents = usd / 10n ** BigInt(usdDigits - 2)
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

const decimalText = (usd: bigint): string => {
  const text = String(usd).padStart(usdDigits + 1, '0')
  const whole = text.slice(0, -usdDigits)
  let end = usdDigits
  const fraction = text.slice(-usdDigits)
  while (end > 0 && fraction[end - 1] === '0') end -= 1
  return end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`
}

/** The middle one of an odd number of values. */
export const median = (values: readonly bigint[]): bigint | undefined =>
  [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.floor(values.length / 2)]
