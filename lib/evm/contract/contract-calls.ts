import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import type { AbiIndex } from '#lib/evm/abi/abi-index.ts'
import { errorIndex } from '#lib/evm/abi/contract-functions.ts'
import { decodeRevert } from '#lib/evm/abi/decode-revert.ts'
import { readValues } from '#lib/evm/abi/read-values.ts'
import type { RunOutcome } from '#lib/evm/chain/rpc/state/run-calls.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { gasMaxOf } from '#lib/evm/query/newest-block.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { contractCallEndpoints, EvmContractCallResult } from './calls-contract.ts'
import { callList } from './calls-contract.ts'
import { needsNodeForContracts } from './contract-state.ts'
import { inspectContract } from './inspect-contract.ts'
import { type Callable, encodeArguments, findFunction, knownFunctions } from './known-functions.ts'

const callMs = 10_000

/** Runs functions of a contract on the node, and decodes what they return. */
export const contractCallsQuery =
  (context: EvmQueryContext): Service<typeof contractCallEndpoints>['evmContractCalls'] =>
  async ({ address, calls, block_number, from, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { runCalls } = context.node
    if (!runCalls || !isHex(address)) throw needsNodeForContracts(chain)
    const inspected = await inspectContract(context, chain, address, call?.signal)
    if (block_number !== undefined && block_number > inspected.block.number)
      throw badParameter('block_number', `is above the newest indexed block ${inspected.block.number}`)
    const known = await knownFunctions(context, inspected, call?.signal)
    const encoded = callList.parse(JSON.parse(calls)).map(([named, ...values]) => {
      const callable = findFunction('calls', known, named)
      return { callable, data: encodeArguments('calls', callable, values) }
    })
    const errors = inspected.described.interfaces.flatMap(({ items }) => errorIndex(items) ?? [])
    const block = await stateBlockOf(context, chain, block_number)
    const gas = await gasMaxOf(context, chain)
    using limit = timeLimit(callMs, 'The node did not finish the calls in time.')
    const outcomes = await runCalls(
      chain,
      encoded.map(({ data }) => ({ to: address, data, gas, ...(from !== undefined && isHex(from) && { from }) })),
      block,
      call?.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal,
    )
    return {
      address,
      block_number: String(block.number),
      result: encoded.map(({ callable, data }, index) => resultOf(callable, data, outcomes[index], errors)),
    }
  }

const resultOf = (
  { signature, outputs }: Callable,
  calldata: Hex,
  outcome: RunOutcome | undefined,
  errors: readonly AbiIndex[],
): EvmContractCallResult => {
  const base = { function: signature, calldata, outputs: null, output: null, error: null }
  if (!outcome || outcome.kind === 'failed') {
    const text = outcome?.reason ?? 'The node could not run the call.'
    return { ...base, status: 'failed', error: { signature: null, params: [], text } }
  }
  const output = toHex(outcome.data)
  if (outcome.kind === 'reverted') {
    const { params, ...decoded } = decodeRevert(outcome.data, errors)
    return { ...base, status: 'reverted', output, error: { ...decoded, params: [...params] } }
  }
  const read =
    outputs.length > 0
      ? readValues(
          outputs.map(({ type }) => type),
          outcome.data,
        )
      : undefined
  return {
    ...base,
    status: 'returned',
    output,
    outputs: read
      ? outputs.map(({ name, typeText }, index) => ({ name, type: typeText, value: read.values[index] ?? '' }))
      : null,
  }
}
