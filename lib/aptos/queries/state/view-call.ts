import { badParameter } from '#lib/api/errors.ts'
import { instantiate, type MoveType, moveTypeText, parseMoveType } from '#lib/aptos/contract/format/move-type.ts'
import type { AptosViewResult } from '#lib/aptos/contract/state.ts'
import { CallFailed } from '#lib/aptos/node/request-node.ts'
import type { StateReader } from '#lib/aptos/node/state-reader.ts'
import type { ReadModule } from './module-cache.ts'
import { moveArgument } from './move-argument.ts'
import { structDefinitions } from './struct-definitions.ts'

type Place = { state: StateReader; readModule: ReadModule; version: number; signal: AbortSignal | undefined }
type Call = { function: string; type_arguments?: string; arguments?: string }

/** Runs a view function with arguments in their text form. @throws ServiceError `invalid_request` naming what does not fit. */
export const runView = async ({ state, readModule, version, signal }: Place, call: Call): Promise<AptosViewResult> => {
  const [address = '', module = '', name = ''] = call.function.split('::')
  const found = (await readModule({ address, module }, version, signal))?.abi?.exposed_functions.find(
    (one) => one.name === name,
  )
  if (!found) throw badParameter('function', `is not a function of a module at version ${version}`)
  if (!found.is_view) throw badParameter('function', 'is not a view function: expected one that is marked as view')
  const types = typeArguments(call.type_arguments, found.generic_type_params.length)
  const values = listOf('arguments', call.arguments)
  if (values.length > found.params.length)
    throw badParameter('arguments', `has ${values.length} values: expected ${found.params.length}`)
  const read = found.params.map((type, index) =>
    moveArgument(values[index] ?? '', typed(type, types), `value ${index + 1}`),
  )
  const results = found.return.map((type) => {
    const parsed = typed(type, types)
    return parsed ? moveTypeText(parsed) : type
  })
  const about = { function: call.function, ledger_version: String(version) }
  try {
    const asked = { function: call.function, type_arguments: types.map(moveTypeText), arguments: read }
    const returned = await state.view(asked, version, signal)
    return {
      ...about,
      status: 'returned',
      error: null,
      structs: await structDefinitions(results, readModule, version, signal),
      results: returned.map((value, index) => ({ type: results[index] ?? 'unknown', value })),
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { ...about, status: 'failed', error: error.message, structs: [], results: [] }
  }
}

const typed = (text: string, types: readonly MoveType[]): MoveType | undefined => {
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
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
  } catch {
    // Refused below.
  }
  throw badParameter(name, 'is not a list: expected JSON such as ["0x1", "5"]')
}
