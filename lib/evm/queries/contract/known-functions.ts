import { type ContractFunction, contractFunctions, guessedFunction } from '#lib/evm/abi/calls/contract-functions.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { runningCodes } from './contract-state.ts'
import type { InspectedContract } from './inspect-contract.ts'

/** A function that a contract answers: by an ABI, or by a selector in its bytecode. */
export type KnownFunction = { address: Hex; source: 'abi' | 'given' | 'guess'; selector: Hex } & (
  | { declared: ContractFunction }
  | { declared?: undefined; guessed: Omit<ContractFunction, 'mutability'> | undefined }
)

/** The functions of a contract, its own before those of what it forwards to; of each selector the first. */
export const knownFunctions = async (
  { signatures }: Pick<EvmQueryContext, 'signatures'>,
  { described: { interfaces }, state }: InspectedContract,
): Promise<KnownFunction[]> => {
  const abis = new Map(interfaces.map((one) => [one.address, one]))
  const codes = runningCodes(state.codes)
  // A given ABI may lack functions that the bytecode has.
  const unknown = codes.filter(({ address }) => (abis.get(address)?.by ?? 'given') === 'given')
  await signatures?.learn(unknown.flatMap(({ facts }) => facts.selectors))
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
    const code = unknown.find((one) => one.address === address)
    for (const selector of code?.facts.selectors ?? []) {
      const [known] = signatures?.functionsOf(selector) ?? []
      add({ address, source: 'guess', selector, guessed: known && guessedFunction(selector, known) })
    }
  }
  return [...found.values()]
}
