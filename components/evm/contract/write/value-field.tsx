import { inputClasses } from '#components/evm/parts/functions/argument-fields.tsx'

/** The amount of the native coin that a call sends along. */
export const ValueField = ({
  id,
  symbol,
  decimals,
  value,
  isWrong,
}: {
  id: string
  symbol: string
  decimals: number
  value: string | undefined
  isWrong: boolean
}) => (
  <label htmlFor={id} className="block text-sm">
    <span className="text-xs">Value in {symbol || 'the native coin'}</span>
    <input
      id={id}
      name="value"
      inputMode="decimal"
      defaultValue={value}
      placeholder="0"
      autoComplete="off"
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? `${id}-fault` : undefined}
      className={inputClasses}
    />
    {isWrong && (
      <span id={`${id}-fault`} role="alert" className="mt-1 block text-bad text-xs">
        must be an amount such as 0.5, with {decimals} digits after the point at most
      </span>
    )}
  </label>
)
