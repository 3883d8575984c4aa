import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { shortAmount } from '#lib/format/amount.ts'
import { Amount } from './amount.tsx'

type Props = Pick<ComponentProps<typeof Amount>, 'value' | 'decimals' | 'symbol' | 'className'>

/** By how much an amount changed: green with a plus, unless it is `<0.000001`, or red. */
export const ChangedAmount = ({ value, decimals, symbol, className }: Props) => {
  const isGain = !value.startsWith('-')
  const isDust = decimals !== null && shortAmount(value, decimals).startsWith('<')
  return (
    <span className={classNames(isGain ? 'text-good' : 'text-bad', className)}>
      {isGain && !isDust && '+'}
      <Amount value={value} decimals={decimals} symbol={symbol} />
    </span>
  )
}
