import type { Hex } from '#lib/base/hex.ts'
import { abiIndex } from '#lib/evm/abi/abi-index.ts'
import { type Declaration, parseDeclaration } from './declaration.ts'

const selectorLength = 10

/** The signatures that can be decoded and really have this selector or topic: a service may return anything. */
export const signaturesOf = (hash: Hex, given: readonly string[]): string[] =>
  given.filter((signature) => {
    const declaration = parseDeclaration(signature)
    return (
      declaration !== undefined && hashOf(declaration, hash.length === selectorLength ? 'function' : 'event') === hash
    )
  })

const hashOf = (declaration: Declaration, type: 'function' | 'event'): string | undefined => {
  const { functions, events } = abiIndex([{ type, ...declaration }]) ?? {}
  // The key of an event is its topic and how many of its parameters are indexed.
  const [key] = [...(functions?.keys() ?? []), ...(events?.keys() ?? [])]
  return key?.split('/')[0]
}

/** A signature does not say which parameters are indexed: by convention, the first ones are. */
export const withIndexed = ({ name, inputs }: Declaration, count: number): Declaration => ({
  name,
  inputs: inputs.map((input, index) => ({ ...input, indexed: index < count })),
})
