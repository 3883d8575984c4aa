import type { Hex } from '#lib/base/hex.ts'
import type { AbiItem } from '#lib/evm/abi/abi-index.ts'
import { type ContractFunction, contractFunctions, guessedFunction } from '#lib/evm/abi/contract-functions.ts'
import type { FunctionShape } from '#lib/evm/bytecode/function-shapes.ts'
import type { ReadCode } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'
import { unnamedFunction } from '#lib/evm/signatures/unnamed-function.ts'
import { isViewFunction } from '#lib/evm/signatures/view-functions.ts'
import { runningCodes } from './contract-state.ts'
import type { InspectedContract } from './inspect-contract.ts'

/** A function that a contract answers: by an ABI, or by a selector in its bytecode. */
export type KnownFunction = { address: Hex; source: 'abi' | 'given' | 'guess'; selector: Hex } & (
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
