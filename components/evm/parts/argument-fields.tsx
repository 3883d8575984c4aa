import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { argumentNames } from './function-call.ts'

const nameMax = 80
const typeMax = 200
const descriptionMax = 300
export const inputClasses = 'field font-mono'

/** What a field accepts. */
const placeholderOf = (type: string): string => {
  if (type.endsWith(']')) return '["…", "…"]'
  if (type.startsWith('(')) return '["…", "…"], in the order of the fields'
  if (type === 'bool') return 'true or false'
  if (type === 'string') return 'text'
  if (type === 'address' || type.startsWith('bytes')) return '0x…'
  return 'decimal or 0x…'
}

/** A field for each argument of a function. */
export const ArgumentFields = ({
  id,
  inputs,
  values,
}: {
  id: string
  inputs: EvmContractFunction['inputs']
  values: readonly string[]
}) =>
  inputs.map((input, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: arguments have places, and names may repeat
    <label key={index} htmlFor={`${id}-${index}`} className="block text-sm">
      <span className="flex flex-wrap gap-x-2 text-xs">
        <span className="wrap-anywhere">{cutText(input.name, nameMax) || `#${index}`}</span>
        <span className="wrap-anywhere font-mono text-muted">{cutText(input.type, typeMax)}</span>
      </span>
      {input.description && (
        <span className="wrap-anywhere block text-muted text-xs">{cutText(input.description, descriptionMax)}</span>
      )}
      <input
        id={`${id}-${index}`}
        name={argumentNames[index]}
        defaultValue={values[index]}
        placeholder={placeholderOf(input.type)}
        autoComplete="off"
        spellCheck={false}
        className={inputClasses}
      />
    </label>
  ))
