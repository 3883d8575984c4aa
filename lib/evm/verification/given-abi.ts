import type { Service } from '#lib/api/endpoint.ts'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import { abiItems } from '#lib/evm/abi/abi-index.ts'
import { needsNodeForContracts } from '#lib/evm/contract/contract-state.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { givenAbiEndpoints } from './contract.ts'

const describeMs = 2_500

/** Stores an ABI that somebody gives for a contract without a known one. */
export const giveContractAbi =
  (context: EvmQueryContext): Service<typeof givenAbiEndpoints>['evmGiveContractAbi'] =>
  async ({ address, abi, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    const { givenAbis, node } = context
    if (!givenAbis || !node.code || !isHex(address) || chain.source === 'demo') throw needsNodeForContracts(chain)
    const items = abiItems(jsonOf(abi))
    if (!items) throw badParameter('abi', 'is not an ABI: expected a JSON array, or an object with the array as "abi"')
    const block = await stateBlockOf(context, chain, undefined)
    const [code, described] = await Promise.all([
      node.code(chain, address, block, call?.signal),
      context.abis?.describe(chain, { address, block: block.number }, describeMs),
    ])
    if (!isHex(code) || code === '0x') throw badParameter('address', 'has no code: it is not a contract')
    const known = described?.interfaces.find((one) => one.address === address)
    if (known && known.by !== 'given')
      throw badParameter('address', 'is a contract whose ABI is known already: nothing was stored')
    const given = await givenAbis.give(chain.id, { address, code, items }, call?.requester)
    const { by, at, functionCount } = given
    return { address, abi_given: { by, at: new Date(at).toISOString(), function_count: functionCount } }
  }

/** Removes the ABI that somebody gave for a contract. */
export const removeContractAbi =
  (context: EvmQueryContext): Service<typeof givenAbiEndpoints>['evmRemoveContractAbi'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    if (!call?.requester?.isOperator)
      throw new ServiceError('forbidden', "Only the operator's keys (API_KEYS) may remove an ABI.")
    if (!isHex(address)) throw needsNodeForContracts(chain)
    return { address, is_removed: (await context.givenAbis?.remove(chain.id, address)) ?? false }
  }

/** An ABI has a few levels: tuples in lists in tuples. */
const nestingMax = 60

const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text, nestingMax)
  } catch {
    return undefined
  }
}
