import type { Service } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { type AbiItem, abiIndex } from '#lib/evm/abi/abi-index.ts'
import {
  type ContractFunction,
  contractFunctions,
  type FunctionParameter,
  guessedFunction,
} from '#lib/evm/abi/contract-functions.ts'
import { type FunctionDoc, readNatSpec } from '#lib/evm/abi/contract-sources.ts'
import { ArgumentFault, encodeCall } from '#lib/evm/abi/encode-arguments.ts'
import type { FunctionShape } from '#lib/evm/bytecode/function-shapes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { ReadCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { isViewFunction, parseDeclaration, unnamedFunction } from '#lib/evm/signatures/declaration.ts'
import type { contractCallEndpoints, EvmContractFunction } from './calls-contract.ts'
import { needsNodeForContracts, runningCodes } from './contract-state.ts'
import { type InspectedContract, inspectContract } from './inspect-contract.ts'

/** A function that a contract answers: by an ABI, or by a selector in its bytecode. */
type KnownFunction = { address: Hex; source: 'abi' | 'given' | 'guess'; selector: Hex } & (
  | { declared: ContractFunction }
  | { declared?: undefined; guessed: GuessedFunction | undefined }
)

/** A function without an ABI: its name by its selector, its parameters by that name or the bytecode. */
type GuessedFunction = Omit<ContractFunction, 'mutability'> & {
  inputsBy: 'signature' | 'bytecode'
  mutability: ContractFunction['mutability'] | null
}

/** The functions of a contract, its own before those of what it forwards to; of each selector the first. */
export const knownFunctions = async (
  context: Pick<EvmQueryContext, 'signatures' | 'shapes' | 'node'>,
  inspected: InspectedContract,
  signal: AbortSignal | undefined,
): Promise<KnownFunction[]> => {
  const { signatures } = context
  const { interfaces } = inspected.described
  const { state } = inspected
  const abis = new Map(interfaces.map((one) => [one.address, one]))
  const codes = runningCodes(state.codes)
  // A given ABI may lack functions that the bytecode has.
  const unknown = codes.filter(({ address }) => (abis.get(address)?.by ?? 'given') === 'given')
  const [shapes] = await Promise.all([
    inParallel(unknown, unknown.length, (code) => codeShapes(context, inspected, code, signal)),
    signatures?.learn(unknown.flatMap(({ facts }) => facts.selectors)),
  ])
  // A verifier may know an implementation whose code was not read.
  const addresses = [...new Set([...state.codes.map(({ address }) => address), ...abis.keys()])]
  const found = new Map<Hex, KnownFunction>()
  const add = (one: KnownFunction): void => {
    if (!found.has(one.selector)) found.set(one.selector, one)
  }
  for (const address of addresses) {
    const abi = abis.get(address)
    for (const declared of contractFunctions(abi?.items ?? []))
      add({ address, source: abi?.by === 'given' ? 'given' : 'abi', selector: declared.selector, declared })
    const place = unknown.findIndex((one) => one.address === address)
    for (const selector of unknown[place]?.facts.selectors ?? []) {
      const guessed = guess(selector, signatures?.functionsOf(selector) ?? [], shapes[place]?.get(selector))
      add({ address, source: 'guess', selector, guessed })
    }
  }
  return [...found.values()]
}

/** Parameters and mutability of the functions of a code; undefined if they cannot be found, or not in time. */
const codeShapes = async (
  { shapes, node }: Pick<EvmQueryContext, 'shapes' | 'node'>,
  { chain, block }: InspectedContract,
  { address, hash, facts }: ReadCode,
  signal: AbortSignal | undefined,
) => {
  const { code } = node
  if (!shapes || !code || facts.selectors.length === 0) return undefined
  return await shapes.read(hash, () => code(chain, address, block, signal)).catch(() => undefined)
}

/**
 * Of several names with one selector, the one with the parameters that the bytecode reads. A function that its standard defines as
 * `view` is one, whatever its bytecode looks like.
 */
const guess = (
  selector: Hex,
  named: readonly AbiItem[],
  shape: FunctionShape | undefined,
): GuessedFunction | undefined => {
  const mutability = shape?.mutability ?? null
  const typesOf = ({ signature }: AbiItem) => signature.slice(signature.indexOf('(') + 1, -1)
  const item = named.find((one) => typesOf(one) === shape?.types) ?? named[0]
  if (item)
    return {
      ...guessedFunction(selector, item),
      inputsBy: 'signature',
      mutability: isViewFunction(item.signature) && mutability !== 'pure' ? 'view' : mutability,
    }
  const unnamed = shape && unnamedFunction(`${selector}(${shape.types})`)
  return unnamed && { ...unnamed, inputsBy: 'bytecode', mutability }
}

/** A function that a call can be encoded for. */
export type Callable = Omit<ContractFunction, 'mutability'>

/** The function of a contract that a visitor names by signature, selector or name; `parameter` is named in errors. */
export const findFunction = (parameter: string, known: readonly KnownFunction[], named: string): Callable => {
  const functions = known.flatMap((one) => one.declared ?? one.guessed ?? [])
  const unnamed = unnamedFunction(named)
  if (unnamed) return functions.find(({ signature }) => signature === unnamed.signature) ?? unnamed
  const declaration = parseDeclaration(named)
  const [selector, [parsed] = []] = declaration
    ? ([...(abiIndex([{ type: 'function', ...declaration }])?.functions ?? [])][0] ?? [])
    : []
  const wanted = selector ?? named.toLowerCase()
  const bySelector = functions.find((one) => one.selector === wanted)
  if (bySelector) return bySelector
  if (parsed && selector && isHex(selector)) return guessedFunction(selector, parsed)
  const byName = functions.filter(({ name }) => name === named)
  if (byName.length === 1 && byName[0]) return byName[0]
  const shown = named.slice(0, 80)
  throw badParameter(
    parameter,
    byName.length > 1
      ? `names ${shown}, which the contract has ${byName.length} times: give its parameters, as in ${byName[0]?.signature}`
      : `names ${shown}, which is neither a function of the contract nor a signature such as balanceOf(address)`,
  )
}

/** The calldata of a call; `parameter` is named in errors. */
export const encodeArguments = (
  parameter: string,
  { selector, inputs, signature }: Callable,
  values: readonly unknown[],
): Hex => {
  try {
    return encodeCall(selector, inputs, values)
  } catch (error) {
    if (!(error instanceof ArgumentFault)) throw error
    throw badParameter(
      parameter,
      error.path === ''
        ? `is wrong: ${signature} ${error.message}`
        : `is wrong: ${error.path} of ${signature} ${error.message}`,
    )
  }
}

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
