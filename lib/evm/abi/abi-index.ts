import * as z from 'zod'
import type { CallContext } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/base/hex.ts'
import { hashOfText } from '#lib/base/keccak.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
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

/** The implementation of a contract at a block. */
export type ImplementationPoint = {
  block: number
  /** `no_code` for an account, `plain` for code that never forwards, `none` for code that forwards to nothing at that block. */
  kind: string
  implementations: readonly Hex[]
}

/**
 * Kinds of code that cannot change where they forward to, unless it is replaced (see `askReplaced`). (An account's EIP-7702
 * designation can.)
 */
const lasting = new Set(['plain', 'eip1167', 'clone'])

/** The implementation of a contract according to known points, in block order. */
export const implementationsAt = (
  points: readonly ImplementationPoint[],
  block: number,
): { point: ImplementationPoint | undefined; isCertain: boolean } => {
  const before = points.findLast((point) => point.block <= block)
  const after = points.find((point) => point.block >= block)
  const point = before ?? after
  if (!point) return { point, isCertain: false }
  const isLasting = points.some(({ kind }) => lasting.has(kind))
  return { point, isCertain: isLasting || (before !== undefined && after !== undefined && isSame(before, after)) }
}

/** Adds a point. Of consecutive equal points, only the first and the last are kept. */
export const withPoint = (
  points: readonly ImplementationPoint[],
  added: ImplementationPoint,
): ImplementationPoint[] => {
  const all = [...points.filter(({ block }) => block !== added.block), added].sort((a, b) => a.block - b.block)
  return all.filter((point, index) => {
    const [before, after] = [all[index - 1], all[index + 1]]
    return !(before && after && isSame(before, point) && isSame(point, after))
  })
}

const isSame = (a: ImplementationPoint, b: ImplementationPoint): boolean =>
  a.kind === b.kind && a.implementations.join() === b.implementations.join()

/** Who gave an ABI: a visitor of the pages, the holder of an account's key, or the operator of this server. */
export type AbiGiver = 'visitor' | 'key' | 'operator'

/** An ABI that somebody gave. Nobody compared it with anything but the selectors in the bytecode. */
export type GivenAbi = {
  by: AbiGiver
  /** Milliseconds since 1970. */
  at: number
  /** Functions of it that are in the bytecode; all of them where the bytecode does not tell. */
  functionCount: number
}

/** A contract at a block. */
export type ContractAt = { address: Hex; block: number }

/**
 * The verified interfaces of a contract at that block: its own, then those of the contracts it forwarded to. Empty if
 * none is known.
 */
export type KnownAbis = (contract: ContractAt) => readonly AbiIndex[]

type KnownAbisOptions = { waitMs?: number; call?: Pick<CallContext, 'setHeader'> | undefined }

/** The ABI of one contract, and its source. */
export type KnownInterface = {
  address: Hex
  /**
   * `sourcify` or this `server` compared its source code with its bytecode, or build `artifacts` with it; those of an
   * `operator` or this program (`bundled`) are not compared. Those that somebody has `given` are not proven at all.
   */
  by: 'sourcify' | 'server' | 'artifacts' | 'operator' | 'bundled' | 'given'
  /** `exact_match` or `match`, as reported by the verifier. */
  match: string | null
  /** The items of the ABI, unchecked. */
  items: readonly unknown[]
  /** Set if it was given. */
  given?: GivenAbi
}

/** The known interfaces of a contract, and the contract that it forwards to. */
export type DescribedContract = {
  /** Undefined if no node could tell. */
  proxy: ImplementationPoint | undefined
  /** Its own first, then those of its implementations. */
  interfaces: readonly KnownInterface[]
}

/** The source of ABIs with which queries decode calls and logs. */
export type EvmAbis = {
  /**
   * The known ABIs of these contracts. Unknown ones are requested with a time limit: the result contains what arrived
   * by then, and later calls get the rest. Never rejects; an ABI that cannot be fetched is treated as unknown, and the
   * response of `call` says so in a header.
   */
  knownOf(chain: ServedChain, contracts: readonly ContractAt[], options?: KnownAbisOptions): Promise<KnownAbis>
  /** ABIs that people gave for contracts without a known one: guesses. Reads the store and the node only. */
  givenOf(chain: ServedChain, contracts: readonly ContractAt[]): Promise<KnownAbis>
  /** The whole ABIs of one contract, with the same limits as `knownOf`; where none is known, a given one. */
  describe(chain: ServedChain, contract: ContractAt, waitMs?: number): Promise<DescribedContract>
}
