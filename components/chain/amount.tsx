import type { ComponentProps } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { exactAmount, groupedNumber, shortAmount } from '#lib/format/amount.ts'

type AmountProps = Omit<ComponentProps<'data'>, 'value'> & {
  /** A whole number of the smallest unit, as decimal text. */
  value: string
  /** Null if the token does not report them: then the raw number is shown and marked as raw. */
  decimals: number | null
  symbol?: string | null
  /** To the last digit, with a copy button: for detail pages. */
  exact?: boolean
}

/** An amount of a coin or token. Exact in its title and when copied; short in lists. */
export const Amount = ({ value, decimals, symbol, exact = false, ...props }: AmountProps) => {
  const whole = decimals === null ? value : exactAmount(value, decimals)
  const shown =
    decimals === null
      ? groupedNumber(value)
      : exact
        ? whole.replace(/^-?\d+/, groupedNumber)
        : shortAmount(value, decimals)
  const unit = decimals === null ? 'units' : symbol
  const exactly = `${whole}${unit ? ` ${unit}` : ''}${decimals === null ? ', whose decimals are not known' : ''}`
  return (
    <data title={whole === shown ? undefined : exactly} {...props} value={whole}>
      {shown}
      {unit && <span className="text-muted">{` ${unit}`}</span>}
      {exact && <CopyButton value={whole} label="Copy exact amount" />}
    </data>
  )
}
