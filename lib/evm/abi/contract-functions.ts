import * as z from 'zod'
import { type Hex, isHex } from '#lib/base/hex.ts'
import { type AbiIndex, type AbiItem, abiIndex } from './abi-index.ts'
import { type AbiType, abiType } from './abi-type.ts'

export type FunctionParameter = {
  /** Empty where the ABI gives none. */
  name: string
  /** With the names of a tuple's fields: `(address to,uint256 amount)[]`. */
  typeText: string
  type: AbiType
}

/** A function as an ABI declares it. */
export type ContractFunction = {
  selector: Hex
  signature: string
  name: string
  inputs: readonly FunctionParameter[]
  outputs: readonly FunctionParameter[]
  mutability: 'view' | 'pure' | 'nonpayable' | 'payable'
}

const typeTextMax = 1_000
const functionItem = z.object({
  type: z.literal('function').default('function'),
  inputs: z.array(z.unknown()).max(256).default([]),
  outputs: z.array(z.unknown()).max(256).default([]),
  stateMutability: z.enum(['view', 'pure', 'nonpayable', 'payable']).optional(),
  // Before Solidity 0.6.
  constant: z.boolean().optional(),
  payable: z.boolean().optional(),
})
const parameter = z.object({
  name: z.string().max(256).catch(''),
  type: z.string().max(200),
  components: z.array(z.unknown()).max(256).optional(),
})

/** The functions of an ABI, each once. Items that are not valid are left out. */
export const contractFunctions = (items: readonly unknown[]): ContractFunction[] => {
  const found = new Map<Hex, ContractFunction>()
  for (const raw of items) {
    const parsed = functionItem.safeParse(raw)
    if (!parsed.success) continue
    const [entry] = [...(abiIndex([raw])?.functions ?? [])]
    const [selector, [compiled] = []] = entry ?? []
    const inputs = parametersOf(parsed.data.inputs)
    const outputs = parametersOf(parsed.data.outputs)
    if (!selector || !isHex(selector) || !compiled || !inputs || !outputs || found.has(selector)) continue
    const { name, signature } = compiled
    found.set(selector, { selector, signature, name, inputs, outputs, mutability: mutabilityOf(parsed.data) })
  }
  return [...found.values()]
}

const mutabilityOf = ({
  stateMutability,
  constant,
  payable,
}: z.infer<typeof functionItem>): ContractFunction['mutability'] => {
  if (stateMutability) return stateMutability
  if (constant) return 'view'
  return payable ? 'payable' : 'nonpayable'
}

const parametersOf = (raw: readonly unknown[]): FunctionParameter[] | undefined => {
  const parameters: FunctionParameter[] = []
  for (const one of raw) {
    const parsed = parameter.safeParse(one)
    const type = abiType(one)
    if (!parsed.success || !type) return undefined
    const written = typeText(parsed.data)
    parameters.push({ name: parsed.data.name, typeText: written.length > typeTextMax ? type.canonical : written, type })
  }
  return parameters
}

/** A type with the names of a tuple's fields. */
const typeText = ({ type, components }: z.infer<typeof parameter>): string => {
  if (!components || !type.startsWith('tuple')) return type
  const fields = components.flatMap((one) => {
    const parsed = parameter.safeParse(one)
    return parsed.success ? [`${typeText(parsed.data)}${parsed.data.name && ` ${parsed.data.name}`}`] : []
  })
  return `(${fields.join()})${type.slice('tuple'.length)}`
}

/** The custom errors of an ABI, which are encoded like calls. */
export const errorIndex = (items: readonly unknown[]): AbiIndex | undefined =>
  abiIndex(
    items.flatMap((raw) => {
      const parsed = z.looseObject({ type: z.literal('error') }).safeParse(raw)
      return parsed.success ? [{ ...parsed.data, type: 'function' }] : []
    }),
  )

/** A function of which only the signature is known. */
export const guessedFunction = (
  selector: Hex,
  { name, signature, inputs }: AbiItem,
): Omit<ContractFunction, 'mutability'> => ({
  selector,
  signature,
  name,
  inputs: inputs.map(({ name: input, type }) => ({ name: input, typeText: type.canonical, type })),
  outputs: [],
})
