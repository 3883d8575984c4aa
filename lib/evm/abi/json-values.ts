import type { AbiType } from './abi-type.ts'

/** A value as `readValues` writes it, as JSON: booleans as such, lists and tuples as lists, all else as text. */
export const jsonOfValue = (type: AbiType, text: string): unknown => {
  if (type.kind === 'bool') return text === 'true'
  if (type.kind !== 'list' && type.kind !== 'tuple') return text
  return partsOf(type, JSON.parse(text))
}

const partsOf = (type: AbiType, value: unknown): unknown => {
  if (type.kind === 'bool') return value === 'true'
  if (!Array.isArray(value)) return value
  if (type.kind === 'list') return value.map((item) => partsOf(type.item, item))
  if (type.kind !== 'tuple') return value
  return value.map((item, index) => {
    const inner = type.items[index]
    return inner ? partsOf(inner, item) : item
  })
}
