import type { Service } from '#lib/api/endpoint.ts'
import type { FunctionParameter } from '#lib/evm/abi/calls/contract-functions.ts'
import { isHex } from '#lib/evm/chain/block.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { contractCallEndpoints, EvmContractFunction } from './calls-contract.ts'
import { type FunctionDocs, functionDocs } from './function-docs.ts'
import { inspectContract } from './inspect-contract.ts'
import { type KnownFunction, knownFunctions } from './known-functions.ts'
import { needsNode } from './needs-node.ts'

/** The functions of a contract, in the order of their names. */
export const listContractFunctions =
  (context: EvmQueryContext): Service<typeof contractCallEndpoints>['evmContractFunctions'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    if (!isHex(address)) throw needsNode(chain)
    const inspected = await inspectContract(context, chain, address, call?.signal)
    const [functions, docs] = await Promise.all([
      knownFunctions(context, inspected, call?.signal),
      functionDocs(context, chain, inspected, call?.signal),
    ])
    const result = functions.map((one) => functionRecord(one, docs)).sort(byName)
    return { address, block_number: String(inspected.block.number), result }
  }

/** Functions without a name come last. */
const byName = (a: EvmContractFunction, b: EvmContractFunction): number =>
  Number(a.signature === null) - Number(b.signature === null) ||
  (a.signature ?? a.selector).localeCompare(b.signature ?? b.selector, 'en')

const functionRecord = (known: KnownFunction, docs: FunctionDocs): EvmContractFunction => {
  const { address, source, selector, declared } = known
  const guessed = declared ? undefined : known.guessed
  const { inputs = [], outputs = [] } = declared ?? guessed ?? {}
  const { signature = null, name = null } = guessed?.inputsBy === 'bytecode' ? {} : (declared ?? guessed ?? {})
  const doc = declared && source === 'abi' ? docs(address, declared.signature) : undefined
  const parameters = (list: readonly FunctionParameter[], texts: ReadonlyMap<string, string> | undefined) =>
    list.map(({ name, typeText }, place) => ({
      name,
      type: typeText,
      description: (name === '' ? undefined : texts?.get(name)) ?? texts?.get(`_${place}`) ?? null,
    }))
  return {
    selector,
    signature,
    name,
    inputs: parameters(inputs, doc?.params),
    outputs: parameters(outputs, doc?.returns),
    notice: doc?.notice ?? null,
    details: doc?.details ?? null,
    mutability: declared?.mutability ?? null,
    inputs_from: declared ? 'abi' : (guessed?.inputsBy ?? null),
    guessed_mutability: guessed?.mutability ?? null,
    source,
    address,
  }
}
