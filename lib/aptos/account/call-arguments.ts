import { parseJson } from '#lib/api/input/parse-json.ts'
import { instantiate, type MoveType, moveTypeText, parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import { badParameter } from '#lib/base/errors.ts'
import { isFields } from '#lib/base/is-fields.ts'

/** Full nodes read these as JSON numbers, and wider integers as text. */
const narrow = new Set(['u8', 'u16', 'u32', 'i8', 'i16', 'i32'])

/**
 * A value as a full node reads it: text of a form, or JSON with the same texts. @throws ServiceError `invalid_request`
 * naming `place`.
 */
export const moveArgument = (value: unknown, type: MoveType | undefined, place: string): unknown => {
  const refuse = (accepted: string) =>
    badParameter('arguments', `${place} is not ${type ? moveTypeText(type) : 'readable'}: expected ${accepted}`)
  if (type === undefined) return parsedJson(value) ?? value
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : undefined
  if (/^[ui]\d{1,3}$/.test(type.name)) return integer(text, type.name, refuse)
  switch (type.name) {
    case 'bool': {
      if (value === true || text === 'true') return true
      if (value === false || text === 'false') return false
      throw refuse('true or false')
    }
    case 'address': {
      if (text !== undefined && isAddress(text)) return text
      throw refuse('0x and 1 to 64 hex digits')
    }
    case '0x1::string::String': {
      if (typeof value === 'string') return value
      throw refuse('text')
    }
    case '0x1::object::Object': {
      const inner = isFields(value) && typeof value.inner === 'string' ? value.inner : text
      if (inner !== undefined && isAddress(inner)) return { inner }
      throw refuse('the address of an object')
    }
    case '0x1::option::Option':
      return optional(value, type.args[0], place)
    case 'vector':
      return list(value, type.args[0], place, refuse)
    default: {
      const json = parsedJson(value)
      if (isFields(json)) return json
      throw refuse('a JSON object with its fields')
    }
  }
}

type Refuse = (accepted: string) => Error

const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{1,64}$/.test(text)

const integer = (text: string | undefined, type: string, refuse: Refuse): string | number => {
  const bits = BigInt(type.slice(1))
  const isSigned = type.startsWith('i')
  const [least, most] = isSigned ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n]
  const isNumber = text !== undefined && text.length <= 80 && /^(-?\d+|0x[0-9a-fA-F]+)$/.test(text)
  const value = isNumber ? BigInt(text) : undefined
  if (value === undefined || value < least || value > most) throw refuse(`a whole number from ${least} to ${most}`)
  return narrow.has(type) ? Number(value) : value.toString()
}

const optional = (value: unknown, of: MoveType | undefined, place: string): unknown => {
  if (value === null || value === '') return { vec: [] }
  const inner = isFields(value) && Array.isArray(value.vec) ? value.vec : [value]
  return { vec: inner.slice(0, 1).map((one) => moveArgument(one, of, place)) }
}

const list = (value: unknown, of: MoveType | undefined, place: string, refuse: Refuse): unknown => {
  if (of?.name === 'u8' && typeof value === 'string' && !value.trim().startsWith('[')) {
    if (/^0x([0-9a-fA-F]{2})*$/.test(value.trim())) return value.trim()
    throw refuse('0x and an even number of hex digits')
  }
  const items = value === '' ? [] : parsedJson(value)
  if (!Array.isArray(items)) throw refuse('a JSON list such as ["1", "2"]')
  if (of?.name === 'u8') return bytes(items, place)
  return items.map((item, index) => moveArgument(item, of, `${place}, item ${index + 1}`))
}

const bytes = (items: readonly unknown[], place: string): string =>
  `0x${items
    .map((item, index) => Number(moveArgument(item, { name: 'u8', args: [] }, `${place}, item ${index + 1}`)))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`

/** Text as JSON; other values as they are. */
const parsedJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}

/** The arguments of a call in their text form: JSON lists. */
export type TextCall = { type_arguments?: string; arguments?: string }

type CallArguments = { types: MoveType[]; values: unknown[] }

/** The arguments of a call as a full node reads them. @throws ServiceError `invalid_request` naming what does not fit. */
export const callArguments = (params: readonly string[], typeParameters: number, call: TextCall): CallArguments => {
  const types = typeArguments(call.type_arguments, typeParameters)
  const values = listOf('arguments', call.arguments)
  if (values.length > params.length)
    throw badParameter('arguments', `has ${values.length} values: expected ${params.length}`)
  return {
    types,
    values: params.map((type, index) => moveArgument(values[index] ?? '', typed(type, types), `value ${index + 1}`)),
  }
}

/** A type with the type arguments of the call. */
export const typed = (text: string, types: readonly MoveType[]): MoveType | undefined => {
  const type = parseMoveType(text)
  return type && instantiate(type, types)
}

const typeArguments = (text: string | undefined, count: number): MoveType[] => {
  const values = listOf('type_arguments', text)
  if (values.length !== count) throw badParameter('type_arguments', `has ${values.length} values: expected ${count}`)
  return values.map((value, index) => {
    const type = typeof value === 'string' ? parseMoveType(value.trim()) : undefined
    if (type) return type
    throw badParameter(
      'type_arguments',
      `value ${index + 1} is not a Move type: expected one such as 0x1::aptos_coin::AptosCoin`,
    )
  })
}

const listOf = (name: 'arguments' | 'type_arguments', text: string | undefined): unknown[] => {
  if (text === undefined) return []
  try {
    const value: unknown = parseJson(text)
    if (Array.isArray(value)) return value
  } catch {
    // Refused below.
  }
  throw badParameter(name, 'is not a list: expected JSON such as ["0x1", "5"]')
}
