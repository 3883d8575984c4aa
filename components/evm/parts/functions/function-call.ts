import type { EvmContractFunction } from '#lib/evm/contract/explorer/api.ts'
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

/** Functions that change nothing, or may not: a guess from bytecode never leaves one out. */
const isReadable = (one: EvmContractFunction): boolean =>
  callNameOf(one) !== undefined && (one.mutability === 'view' || one.mutability === 'pure' || one.mutability === null)

/** Functions that may change something: a guess from bytecode never leaves one out. */
export const isWritable = (one: EvmContractFunction): boolean =>
  callNameOf(one) !== undefined && one.mutability !== 'view' && one.mutability !== 'pure'

const seemsToRead = ({ mutability, guessed_mutability: guessed }: EvmContractFunction): boolean =>
  mutability !== null || guessed === 'view' || guessed === 'pure'

/** Functions to read, those first that change nothing or seem to. */
export const readableFunctions = (functions: readonly EvmContractFunction[]): EvmContractFunction[] =>
  functions.filter(isReadable).sort((a, b) => Number(seemsToRead(b)) - Number(seemsToRead(a)))

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
