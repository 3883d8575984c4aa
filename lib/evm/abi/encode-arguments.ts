import { encodeAbiParameters } from 'viem/utils'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { Hex } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import type { AbiType } from './abi-type.ts'

/** An argument that does not fit its type: `message` is a clause that follows its name. */
export class ArgumentFault extends Error {
  override readonly name = 'ArgumentFault'
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

type ArgumentType = { name: string; type: AbiType }

/** Items of all lists of a call together: more than a node would take in. */
const valuesMax = 5_000
const textMax = 65_536

/**
 * The calldata of a function. Arguments are JSON: numbers as decimal or hex text (or as JSON numbers below 2^53), bytes as hex
 * text, lists and tuples as JSON lists, or as the JSON text of one; tuples also as objects by the names of their fields. @throws ArgumentFault naming the argument
 */
export const encodeCall = (selector: Hex, inputs: readonly ArgumentType[], values: readonly unknown[]): Hex => {
  if (values.length !== inputs.length)
    throw new ArgumentFault(
      '',
      `takes ${inputs.length} ${inputs.length === 1 ? 'argument' : 'arguments'}, not ${values.length}`,
    )
  const budget = { left: valuesMax }
  const parsed = inputs.map(({ name, type }, index) =>
    readArgument(
      type,
      values[index],
      name === '' ? `argument ${index + 1}` : `argument ${index + 1} (${name})`,
      budget,
    ),
  )
  const encoded = encodeAbiParameters(
    inputs.map(({ type }) => libraryType(type)),
    parsed,
  )
  return `${selector}${encoded.slice(2)}`
}

/** As viem names it: a tuple's fields need no names when its values are a list. */
const libraryType = (type: AbiType): { type: string; components?: { type: string }[] } => {
  if (type.kind === 'tuple') return { type: 'tuple', components: type.items.map(libraryType) }
  if (type.kind !== 'list') return { type: type.canonical === 'function' ? 'bytes24' : type.canonical }
  const item = libraryType(type.item)
  return { ...item, type: `${item.type}[${type.length ?? ''}]` }
}

const readArgument = (type: AbiType, value: unknown, path: string, budget: { left: number }): unknown => {
  if (--budget.left < 0) throw new ArgumentFault(path, `has more than ${valuesMax} values`)
  switch (type.kind) {
    case 'uint':
    case 'int':
      return readNumber(type.kind, type.bits, value, path)
    case 'bool':
      return readBoolean(value, path)
    case 'address':
      return readHex(value, path, 'must be an address: 0x and 40 hex digits', 20)
    case 'fixed_bytes':
      return readHex(value, path, `must be 0x and ${2 * type.bytes} hex digits`, type.bytes)
    case 'bytes':
      return readHex(value, path, 'must be bytes: 0x and an even number of hex digits')
    case 'string':
      if (typeof value !== 'string' || value.length > textMax) throw new ArgumentFault(path, 'must be text')
      return value
    case 'list': {
      const items = readList(value, path, type.length, `a list of ${type.item.canonical}`)
      return items.map((item, index) => readArgument(type.item, item, `${path}[${index}]`, budget))
    }
    case 'tuple': {
      const fields = isFields(value) ? type.names.map((name) => value[name]) : value
      const items = readList(fields, path, type.items.length, `a list of the values of ${type.canonical}`)
      return type.items.map((item, index) => readArgument(item, items[index], `${path}[${index}]`, budget))
    }
  }
}

const digitsMax = 80

const readNumber = (kind: 'uint' | 'int', bits: number, value: unknown, path: string): bigint => {
  const [least, most] =
    kind === 'uint' ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
  const accepted = kind === 'uint' ? `from 0 to 2^${bits} - 1` : `from -2^${bits - 1} to 2^${bits - 1} - 1`
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new ArgumentFault(path, `must be a whole number ${accepted}, as text where it is above 2^53`)
  const text = String(value).trim()
  const isNumber =
    (typeof value === 'number' || typeof value === 'string') &&
    text.length <= digitsMax &&
    /^(-?\d+|0x[0-9a-f]+)$/i.test(text)
  const parsed = isNumber ? BigInt(text) : undefined
  if (parsed === undefined || parsed < least || parsed > most)
    throw new ArgumentFault(path, `must be a whole number ${accepted}`)
  return parsed
}

const readBoolean = (value: unknown, path: string): boolean => {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new ArgumentFault(path, 'must be true or false')
}

const readHex = (value: unknown, path: string, fault: string, bytes?: number): string => {
  const text = typeof value === 'string' ? value.trim() : ''
  const isBytes = text.length <= 2 + 2 * textMax && /^0x([0-9a-f]{2})*$/i.test(text)
  if (!isBytes || (bytes !== undefined && text.length !== 2 + 2 * bytes)) throw new ArgumentFault(path, fault)
  // Without capitals an address has no checksum.
  return text.toLowerCase()
}

const readList = (value: unknown, path: string, length: number | null, what: string): readonly unknown[] => {
  const list = typeof value === 'string' ? parsedJson(value) : value
  if (!Array.isArray(list)) throw new ArgumentFault(path, `must be ${what}, as a JSON list`)
  if (length !== null && list.length !== length)
    throw new ArgumentFault(path, `must have ${length} items, not ${list.length}`)
  return list
}

const parsedJson = (text: string): unknown => {
  if (text.length > textMax) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
