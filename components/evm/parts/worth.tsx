import type { EvmCoinPrice } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { duration } from '#lib/format/moment.ts'

type Price = NonNullable<EvmCoinPrice['price']>

/** `$1,234.56` */
export const dollars = (usd: string): string => {
  const [whole = '0', fraction = ''] = usd.split('.')
  return `$${groupedNumber(whole)}.${fraction.slice(0, 2).padEnd(2, '0')}`
}

/** The price of a whole coin or token: below a dollar with all known digits. */
export const priceText = (usd: string): string => (Number(usd) < 1 ? `$${usd}` : dollars(usd))

const methodTexts = { chainlink: 'Chainlink', uniswap_v2: 'Uniswap v2', uniswap_v3: 'Uniswap v3' } as const

/** How a price was found. */
export const basisOf = ({ method, pair, depth_usd, age_seconds, window_seconds, block_number }: Price): string =>
  [
    `${methodTexts[method]}${pair ? ` ${pair}` : ''}`,
    ...(age_seconds === null ? [] : [`${duration(age_seconds)} old`]),
    ...(window_seconds === null ? [] : [`average of ${duration(window_seconds)}`]),
    ...(depth_usd === null ? [] : [`pool of ${dollars(depth_usd)}`]),
    `block ${groupedNumber(block_number)}`,
  ].join(', ')

/** What an amount of the native coin is worth today, with its basis on hover; nothing without a price, or beyond what its pool holds. */
export const Worth = ({
  value,
  decimals,
  price,
}: {
  /** In the smallest unit. */
  value: string
  decimals: number
  price: Price | null | undefined
}) => {
  if (!price || value === '0') return null
  const [whole = '0', fraction = ''] = price.usd.split('.')
  const cents = (BigInt(value) * BigInt(whole + fraction) * 100n) / 10n ** BigInt(decimals + fraction.length)
  const text = String(cents).padStart(3, '0')
  const usd = `${text.slice(0, -2)}.${text.slice(-2)}`
  if (price.depth_usd !== null && Number(usd) > Number(price.depth_usd)) return null
  return (
    <span
      className="whitespace-nowrap text-muted"
      title={`At today’s price of ${priceText(price.usd)}. ${basisOf(price)}`}
    >
      {cents === 0n ? '<$0.01' : dollars(usd)}
    </span>
  )
}
