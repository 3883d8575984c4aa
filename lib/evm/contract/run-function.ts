import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { jsonOfValue } from '#lib/evm/abi/abi-type.ts'
import { type ContractFunction, contractFunctions, errorIndex } from '#lib/evm/abi/contract-functions.ts'
import { decodeRevert } from '#lib/evm/abi/decode-revert.ts'
import { readValues } from '#lib/evm/abi/read-values.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { gasMaxOf } from '#lib/evm/query/newest-block.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import { needsNodeForContracts } from './contract-state.ts'
import { encodeArguments } from './known-functions.ts'
import type { runFunctionEndpoints } from './run-function-contract.ts'

const callMs = 10_000

type Values = Readonly<Record<string, unknown>>

/** Runs a function by the ABI of the request, and returns what it returned. */
export const runFunctionQuery =
  (context: EvmQueryContext): Service<typeof runFunctionEndpoints>['contractFunction'] =>
  async ({ address, function_name, abi, params = {}, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { runCalls } = context.node
    const called = calledFunction(contractFunctions(abi), function_name, params)
    const values = called.inputs.map(({ name }, index) => argumentOf(params, name, index))
    const data = encodeArguments('params', called, values)
    if (!runCalls || !isHex(address)) throw needsNodeForContracts(chain)
    const block = await stateBlockOf(context, chain, undefined)
    const gas = await gasMaxOf(context, chain)
    using limit = timeLimit(callMs, 'The node did not finish the call in time.')
    const signal = call?.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal
    const [outcome] = await runCalls(chain, [{ to: address, data, gas }], block, signal)
    if (!outcome || outcome.kind === 'failed')
      throw new ServiceError('upstream_failed', outcome?.reason ?? 'The node could not run the call.')
    if (outcome.kind === 'reverted') throw reverted(called, outcome.data, abi)
    return returned(called, outcome.data)
  }

/** The function of this signature or name; of several, the one whose inputs have the names of the arguments. */
const calledFunction = (functions: readonly ContractFunction[], wanted: string, values: Values): ContractFunction => {
  const shown = wanted.slice(0, 80)
  const named = functions.filter(({ name, signature }) => signature === wanted || name === wanted)
  const fitting = named.filter(
    ({ inputs }) =>
      inputs.length === Object.keys(values).length &&
      inputs.every(({ name }, index) => argumentOf(values, name, index) !== undefined),
  )
  const [only, ...others] = named.length > 1 ? fitting : named
  if (only && others.length === 0) return only
  const [first] = named
  throw badParameter(
    'function_name',
    first
      ? `is ${shown}, which the ABI has ${named.length} times: expected a signature such as ${first.signature}`
      : `is ${shown}, which is no function of the ABI: expected one of ${signaturesOf(functions)}`,
  )
}

const signaturesShown = 8

const signaturesOf = (functions: readonly ContractFunction[]): string =>
  functions.length === 0
    ? 'its functions, of which it has none'
    : functions
        .slice(0, signaturesShown)
        .map(({ signature }) => signature.slice(0, 80))
        .join(', ')

/** The argument of an input, by its name or its place. */
const argumentOf = (values: Values, name: string, index: number): unknown =>
  Object.hasOwn(values, name) ? values[name] : Object.hasOwn(values, String(index)) ? values[String(index)] : undefined

const reverted = ({ signature }: ContractFunction, data: Uint8Array, abi: readonly unknown[]): ServiceError => {
  const errors = errorIndex(abi)
  const { text, signature: error, params } = decodeRevert(data, errors ? [errors] : [])
  const custom = error && `${error} ${params.map(({ value }) => value).join(', ')}`.trim()
  const reason = text ?? custom ?? (data.length > 0 ? toHex(data.subarray(0, reasonBytes)) : 'it gave no reason')
  return new ServiceError('invalid_request', `The call of ${signature} reverted: ${reason.slice(0, reasonMax)}`)
}

const reasonBytes = 100
const reasonMax = 500

const returned = ({ signature, outputs }: ContractFunction, data: Uint8Array) => {
  const types = outputs.map(({ type }) => type)
  const read = readValues(types, data)
  if (!read)
    throw badParameter(
      'abi',
      data.length === 0
        ? `declares outputs of ${signature}, but the call returned nothing: there may be no contract at this address`
        : `declares other outputs of ${signature} than the ${data.length} bytes that the call returned`,
    )
  const values = types.map((type, index) => jsonOfValue(type, read.values[index] ?? ''))
  if (values.length === 1) return values[0] as string | boolean | unknown[]
  return Object.fromEntries([
    ...values.map((value, index) => [String(index), value]),
    ...outputs.flatMap(({ name }, index) => (name === '' ? [] : [[name, values[index]]])),
  ]) as Record<string, unknown>
}
