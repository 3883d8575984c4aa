import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { WideTable } from '#components/ui/wide-table.tsx'
import type { EvmHoldings } from '#lib/evm/holdings/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { duration } from '#lib/format/moment.ts'

type Valued = Pick<EvmHoldings['native'], 'price' | 'usd_value' | 'balance'>
type Price = NonNullable<Valued['price']>

/** `$1,234.56` */
export const dollars = (usd: string): string => {
  const [whole = '0', fraction = ''] = usd.split('.')
  return `$${groupedNumber(whole)}.${fraction.slice(0, 2).padEnd(2, '0')}`
}

const priceText = (usd: string): string => `$${usd}`

const methodTexts = { chainlink: 'Chainlink', uniswap_v2: 'Uniswap v2', uniswap_v3: 'Uniswap v3' } as const

const basisOf = ({ method, pair, depth_usd, age_seconds, window_seconds, block_number }: Price): string =>
  [
    `${methodTexts[method]}${pair ? ` ${pair}` : ''}`,
    ...(age_seconds === null ? [] : [`${duration(age_seconds)} old`]),
    ...(window_seconds === null ? [] : [`average of ${duration(window_seconds)}`]),
    ...(depth_usd === null ? [] : [`pool of ${dollars(depth_usd)}`]),
    `block ${groupedNumber(block_number)}`,
  ].join(', ')

/** The value of a holding, with how it was computed on hover; nothing without a price. */
export const HoldingValue = ({ holding: { price, usd_value, balance } }: { holding: Valued }) => {
  if (!price) return null
  const basis = `${priceText(price.usd)} each. ${basisOf(price)}`
  if (usd_value === null)
    return (
      <span className="text-muted text-xs" title={`Worth more than its pool holds. ${basis}`}>
        no value
      </span>
    )
  return (
    <span className="text-muted text-xs" title={basis}>
      {usd_value === '0.00' && balance !== '0' ? '<$0.01' : dollars(usd_value)}
    </span>
  )
}

/** The sum of all values, and the number of holdings in it. */
export const holdingsTotal = ({ value }: Pick<EvmHoldings, 'value'>): string | undefined =>
  value
    ? `${dollars(value.usd)}, priced ${groupedNumber(value.valued_count)} of ${groupedNumber(value.held_count)}`
    : undefined

/** How each value was computed, for readers without a pointer to hover. */
export const PriceTable = ({ chain, holdings: { native, tokens } }: { chain: string; holdings: EvmHoldings }) => {
  const all = [
    { name: native.symbol, ...native },
    ...tokens.map((token) => ({ ...token, name: token.symbol ?? token.token_address })),
  ]
  const priced = all.flatMap(({ name, price }) => (price ? [{ name, price }] : []))
  if (priced.length === 0) return null
  return (
    <details className="border-line border-t">
      <summary className="cursor-pointer px-4 py-2.5 text-muted text-sm hover:text-ink">
        How {counted(priced.length, 'price')} {priced.length === 1 ? 'was' : 'were'} found
      </summary>
      <WideTable
        label="Prices"
        titles={['Token', 'Price', 'Method', 'Source']}
        rows={priced.map(({ name, price }) => [
          name,
          priceText(price.usd),
          basisOf(price),
          <AddressLink key="source" chain={chain} address={price.source} />,
        ])}
      />
    </details>
  )
}
