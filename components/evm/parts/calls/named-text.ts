import type { EvmCallTree } from '#lib/evm/trace/contract.ts'

type Named = NonNullable<EvmCallTree['frames'][number]['call']>

const headLength = 8
const tailLength = 4

/** The arguments of a call in one line: long hex values are shortened in the middle. */
export const argumentsText = ({ arguments: values }: Named): string =>
  values.map(({ name, value }) => (name ? `${name}: ${shortValue(value)}` : shortValue(value))).join(', ')

const shortValue = (value: string): string =>
  /^0x[0-9a-fA-F]{17}/.test(value) ? `${value.slice(0, headLength)}…${value.slice(-tailLength)}` : value

/** Why a call failed: the text of `require`, or the contract's own error with its arguments. */
export const reasonText = (reason: Named): string => {
  const [only] = reason.arguments
  if (reason.signature === 'Error(string)' && only) return only.value || 'no reason given'
  return `${reason.label}(${argumentsText(reason)})`
}
