import type { Service } from '#lib/api/endpoint.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import type { FunctionParameter } from '#lib/evm/abi/contract-functions.ts'
import { type FunctionDoc, readNatSpec } from '#lib/evm/abi/nat-spec.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import type { contractCallEndpoints, EvmContractFunction } from './calls-contract.ts'
import { type InspectedContract, inspectContract } from './inspect-contract.ts'
import { type KnownFunction, knownFunctions } from './known-functions.ts'
import { needsNodeForContracts } from './needs-node.ts'

/** A diamond may have many more; each is another request. */
const contractsMax = 4
const verifiers: ReadonlySet<string> = new Set(['sourcify', 'server', 'artifacts'])

type FunctionDocs = (address: Hex, signature: string) => FunctionDoc | undefined

/** What the verified sources of a contract, and of those it forwards to, say about their functions. */
const functionDocs = async (
  { node, sources }: EvmQueryContext,
  chain: ServedChain,
  { block, described }: InspectedContract,
  signal: AbortSignal | undefined,
): Promise<FunctionDocs> => {
  const verified = described.interfaces.filter(({ by }) => verifiers.has(by)).slice(0, contractsMax)
  const docs = new Map<Hex, ReturnType<typeof readNatSpec>>()
  await inParallel(verified, contractsMax, async ({ address }) => {
    const code = await node.code?.(chain, address, block, signal)
    const found = code && isHex(code) ? await sources?.find(chain, { address, code }, signal) : undefined
    if (found?.documentation) docs.set(address, readNatSpec(found.documentation))
  })
  return (address, signature) => docs.get(address)?.of(signature)
}

/** The functions of a contract, in the order of their names. */
export const contractFunctionsQuery =
  (context: EvmQueryContext): Service<typeof contractCallEndpoints>['evmContractFunctions'] =>
  async ({ address, ...input }, call) => {
    const chain = context.served.resolve(input.chain)
    if (!isHex(address)) throw needsNodeForContracts(chain)
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
