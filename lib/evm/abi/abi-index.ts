import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { hashOfText } from '#lib/base/keccak.ts'
import { type AbiType, abiType, declaredType, identifier } from './abi-type.ts'

export type AbiParameter = {
  /** Empty if the source has none. */
  name: string
  /** As in the ABI: `tuple[]`, not its components. */
  typeText: string
  type: AbiType
  isIndexed: boolean
}

export type AbiItem = {
  name: string
  signature: string
  inputs: readonly AbiParameter[]
  /** Undefined where the source declares none, or none that can be read. */
  outputs?: readonly AbiParameter[]
}

/** The signature with the names of its arguments and of the fields of tuples: `f((address to,uint256 amount)[] legs)`. */
export const declarationOf = ({ name, inputs }: AbiItem): string =>
  `${name}(${inputs.map((input) => `${declaredType(input.type)}${input.name ? ` ${input.name}` : ''}`).join()})`

/** One contract's ABI, indexed for lookups from calls and logs. */
export type AbiIndex = {
  /** By selector, lower-case hex. */
  functions: ReadonlyMap<string, readonly AbiItem[]>
  /** Custom errors by selector, lower-case hex. */
  errors: ReadonlyMap<string, readonly AbiItem[]>
  /** By `eventKey`. */
  events: ReadonlyMap<string, readonly AbiItem[]>
  /** By number of indexed inputs. */
  anonymousEvents: ReadonlyMap<number, readonly AbiItem[]>
}

/** The same event may be declared with different indexed inputs: ERC20 and ERC721 share the topic of Transfer. */
export const eventKey = (topic0: string, indexedCount: number): string => `${topic0}/${indexedCount}`

/** More than any contract can have. */
const itemsMax = 2_000
const signatureLengthMax = 10_000
const indexedMax = 4

const item = z.object({
  type: z.enum(['function', 'event', 'error']).default('function'),
  name: identifier,
  inputs: z.array(z.unknown()).max(256).default([]),
  outputs: z.array(z.unknown()).max(256).optional(),
  anonymous: z.boolean().default(false),
})
const input = z.object({ name: identifier.catch(''), type: z.string(), indexed: z.boolean().default(false) })
const source = z.union([z.array(z.unknown()), z.object({ abi: z.array(z.unknown()) }).transform(({ abi }) => abi)])

/** The items of an ABI: an array, or a compiler artifact with the array as `abi`. Undefined if it is neither. */
export const abiItems = (abi: unknown): readonly unknown[] | undefined => {
  const items = source.safeParse(abi)
  return items.success && items.data.length <= itemsMax ? items.data : undefined
}

/**
 * Compiles an ABI: an array, or a compiler artifact with the array as `abi`. Invalid items are skipped; undefined if it
 * is not an ABI.
 */
export const abiIndex = (abi: unknown): AbiIndex | undefined => {
  const items = abiItems(abi)
  if (!items) return undefined
  const functions = new Map<string, AbiItem[]>()
  const errors = new Map<string, AbiItem[]>()
  const events = new Map<string, AbiItem[]>()
  const anonymousEvents = new Map<number, AbiItem[]>()
  for (const raw of items) {
    const parsed = item.safeParse(raw)
    const compiled = parsed.success ? compile(parsed.data) : undefined
    if (!parsed.success || !compiled) continue
    const { type, anonymous } = parsed.data
    if (type !== 'event') {
      add(type === 'error' ? errors : functions, signatureHash(compiled).slice(0, 10), compiled)
      continue
    }
    const indexedCount = compiled.inputs.filter(({ isIndexed }) => isIndexed).length
    if (indexedCount > indexedMax - (anonymous ? 0 : 1)) continue
    if (anonymous) add(anonymousEvents, indexedCount, compiled)
    else add(events, eventKey(signatureHash(compiled), indexedCount), compiled)
  }
  return { functions, errors, events, anonymousEvents }
}

const add = <Key>(map: Map<Key, AbiItem[]>, key: Key, compiled: AbiItem): void => {
  const known = map.get(key)
  if (known) known.push(compiled)
  else map.set(key, [compiled])
}

const compile = ({ name, inputs: rawInputs, outputs }: z.infer<typeof item>): AbiItem | undefined => {
  const inputs = parameters(rawInputs)
  if (!inputs) return undefined
  const signature = `${name}(${inputs.map(({ type }) => type.canonical).join()})`
  if (signature.length > signatureLengthMax) return undefined
  const returned = outputs && parameters(outputs)
  return { name, signature, inputs, ...(returned && { outputs: returned }) }
}

/** Undefined if one of them is not valid. */
const parameters = (raw: readonly unknown[]): AbiParameter[] | undefined => {
  const compiled: AbiParameter[] = []
  for (const one of raw) {
    const parsed = input.safeParse(one)
    const type = abiType(one)
    if (!parsed.success || !type) return undefined
    compiled.push({ name: parsed.data.name, typeText: parsed.data.type, type, isIndexed: parsed.data.indexed })
  }
  return compiled
}

const signatureHash = ({ signature }: AbiItem): Hex => hashOfText(signature)
