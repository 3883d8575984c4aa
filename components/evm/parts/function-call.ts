import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import type { Filters } from '#lib/format/filters.ts'

/** Query parameters of the page: the arguments of the called function, by their places. */
export const argumentNames = Array.from({ length: 16 }, (_, index) => `a${index}`)

/** Functions of most contracts; a form of each is on the page. */
export const functionsMax = 150
/** Values that are read as the page opens. */
export const valuesMax = 30

/** How a call names a function: without a name by its selector and guessed parameters, `0x1234abcd(address)`. Undefined if its parameters are unknown. */
export const callNameOf = ({ signature, selector, inputs, inputs_from }: EvmContractFunction): string | undefined =>
  signature ?? (inputs_from === 'bytecode' ? `${selector}(${inputs.map(({ type }) => type).join()})` : undefined)

type Reads = 'yes' | 'no' | 'unknown'

/** Whether a function only reads: by its ABI, otherwise by its name and bytecode. */
const reads = ({ mutability, guessed_mutability: guessed }: EvmContractFunction): Reads => {
  const known = mutability ?? guessed
  if (known === null) return 'unknown'
  return known === 'view' || known === 'pure' ? 'yes' : 'no'
}

const isCallable = (one: EvmContractFunction): boolean => callNameOf(one) !== undefined

/** Functions to write: all that may change something. */
export const isWritable = (one: EvmContractFunction): boolean => isCallable(one) && reads(one) !== 'yes'

/** Functions to read: first those that are known to only read. */
export const readableFunctions = (functions: readonly EvmContractFunction[]): EvmContractFunction[] =>
  functions
    .filter((one) => isCallable(one) && reads(one) !== 'no')
    .sort((a, b) => Number(reads(b) === 'yes') - Number(reads(a) === 'yes'))

/** Whether a function is read as the page opens: it takes nothing, and only reads. */
export const isValue = ({ mutability, inputs }: EvmContractFunction): boolean =>
  inputs.length === 0 && (mutability === 'view' || mutability === 'pure')

/** The call that a URL names; an argument that is not given is empty text. */
export const calledFunction = (filters: Filters): { name: string; values: string[] } | undefined => {
  const { function: name } = filters
  if (name === undefined) return undefined
  const count = parameterCount(name)
  return { name, values: argumentNames.slice(0, count).map((argument) => filters[argument] ?? '') }
}

/** Parameters at the top of a canonical signature. */
const parameterCount = (signature: string): number => {
  const inner = signature.slice(signature.indexOf('(') + 1, -1)
  if (inner === '') return 0
  let [depth, count] = [0, 1]
  for (const character of inner) {
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth--
    else if (character === ',' && depth === 0) count++
  }
  return count
}
