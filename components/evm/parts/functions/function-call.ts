import type { EvmContractFunction } from '#lib/evm/contract/explorer/api.ts'
import type { Filters } from '#lib/format/filters.ts'

/** Query parameters of the page: the arguments of the called function, by their places. */
export const argumentNames = Array.from({ length: 16 }, (_, index) => `a${index}`)

/** Functions of most contracts; a form of each is on the page. */
export const functionsMax = 150
/** Values that are read as the page opens. */
export const valuesMax = 30

/** Functions that change nothing, and those of which nothing is known but their selector. */
export const isReadable = ({ mutability, signature }: EvmContractFunction): boolean =>
  signature !== null && (mutability === 'view' || mutability === 'pure' || mutability === null)

/** Functions that may change something, and those of which nothing is known but their selector. */
export const isWritable = ({ mutability, signature }: EvmContractFunction): boolean =>
  signature !== null && mutability !== 'view' && mutability !== 'pure'

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
