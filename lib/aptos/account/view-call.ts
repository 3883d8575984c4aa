import { moveTypeText } from '#lib/aptos/api/format/move-type.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { badParameter } from '#lib/base/errors.ts'
import { callArguments, type TextCall, typed } from './call-arguments.ts'
import type { AptosViewResult } from './contract.ts'
import type { ReadModule } from './module-cache.ts'
import { structDefinitions } from './struct-definitions.ts'

type Place = { state: StateReader; readModule: ReadModule; version: number; signal: AbortSignal | undefined }
type Call = TextCall & { function: string }

/** Runs a view function with arguments in their text form. @throws ServiceError `invalid_request` naming what does not fit. */
export const runView = async ({ state, readModule, version, signal }: Place, call: Call): Promise<AptosViewResult> => {
  const [address = '', module = '', name = ''] = call.function.split('::')
  const found = (await readModule({ address, module }, version, signal))?.abi?.exposed_functions.find(
    (one) => one.name === name,
  )
  if (!found) throw badParameter('function', `is not a function of a module at version ${version}`)
  if (!found.is_view) throw badParameter('function', 'is not a view function: expected one that is marked as view')
  const { types, values } = callArguments(found.params, found.generic_type_params.length, call)
  const results = found.return.map((type) => {
    const parsed = typed(type, types)
    return parsed ? moveTypeText(parsed) : type
  })
  const about = { function: call.function, ledger_version: String(version) }
  try {
    const asked = { function: call.function, type_arguments: types.map(moveTypeText), arguments: values }
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
