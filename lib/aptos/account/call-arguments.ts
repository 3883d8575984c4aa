import { parseJson } from '#lib/api/input/parse-json.ts'
import { instantiate, type MoveType, parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import { badParameter } from '#lib/base/errors.ts'
import { moveArgument } from './move-argument.ts'

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
