import { LRUCache } from 'lru-cache'
import { instantiate, type MoveType, moveTypeText, parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import type { StateReader } from '#lib/aptos/chain/rpc/state-reader.ts'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { moduleSource } from './module-service.ts'
import { type MultisigPayload, type RawArgument, readMultisigPayload } from './multisig-payload.ts'
import { parameterNames } from './parameter-names.ts'
import type { AptosProposalArgument, AptosProposalPayload } from './proposals-contract.ts'
import { type PublishedPackage, packageRegistryType, readPackages } from './publications.ts'
import type { ReadModule } from './struct-definitions.ts'

/** The parameters of a function, without signers. */
type Parameter = { name: string | null; type: string }
/** `missing`: the module, or a function of this name in it, does not exist. `unknown`: the node did not return an ABI. */
type FoundParameters = readonly Parameter[] | 'missing' | 'unknown'

export type ParameterContext = { state: StateReader; network: string; version: number; signal: AbortSignal | undefined }
type Called = { address: string; module: string; name: string }
type Names = ReadonlyMap<string, readonly string[]>

const modulesMax = 200
/** Versions after which a source is read again, as that of ABIs. */
const versionsMax = 20_000
/** The packages of the framework are several megabytes: a slow node is not waited for. */
const namesWithinMs = 4_000

/** Reads parameters by the ABI, and their names by the source that is stored with the package. */
export const createParameterReader = () => {
  const kept = new LRUCache<string, { version: number; names: Names }>({ max: modulesMax })
  /** Proposals of one account often call the same module. */
  const reading = createSharedCalls<PublishedPackage[]>()

  const readOf = async (state: StateReader, address: string, version: number): Promise<PublishedPackage[]> => {
    using limit = timeLimit(namesWithinMs)
    return readPackages(await state.resource(address, packageRegistryType, version, limit.signal))
  }

  const packagesOf = ({ state, network, version }: ParameterContext, address: string): Promise<PublishedPackage[]> => {
    const key = `${network} ${version} ${address}`
    return reading.run(key, () => readOf(state, address, version))
  }

  const namesOf = async (at: ParameterContext, { address, module }: Called): Promise<Names> => {
    const { network, version } = at
    const key = `${network} ${address}::${module}`
    const known = kept.get(key)
    if (known && version >= known.version && version - known.version < versionsMax) return known.names
    try {
      const stored = (await packagesOf(at, address)).find(({ sources }) => sources.has(module))?.sources.get(module)
      const names = parameterNames((await moduleSource(stored)).source ?? '')
      kept.set(key, { version, names })
      return names
    } catch (error) {
      if (isServiceError(error)) return new Map()
      throw error
    }
  }

  return async (at: ParameterContext, readModule: ReadModule, called: Called): Promise<FoundParameters> => {
    try {
      const module = await readModule(called, at.version, at.signal)
      if (module && !module.abi) return 'unknown'
      const found = module?.abi?.exposed_functions.find(({ name, is_entry }) => name === called.name && is_entry)
      if (!found) return 'missing'
      const names = (await namesOf(at, called)).get(called.name)
      const fits = names?.length === found.params.length
      return found.params.flatMap((type, index) =>
        type === 'signer' || type === '&signer' ? [] : [{ type, name: (fits && names[index]) || null }],
      )
    } catch (error) {
      if (isServiceError(error)) return 'unknown'
      throw error
    }
  }
}

export type ReadParameters = ReturnType<typeof createParameterReader>

/** Values within one argument: each takes more room as JSON than as BCS. */
const valuesMax = 5_000

/** Full nodes write these as JSON numbers, and wider integers as text. */
const narrow = new Set(['u8', 'u16', 'u32', 'i8', 'i16', 'i32'])
const integers = new Set([...narrow, 'u64', 'u128', 'u256', 'i64', 'i128', 'i256'])

/**
 * A value from its BCS bytes, as full nodes format it but with long addresses. @throws BcsError for bytes of another type, and
 * for structs other than texts, objects and options.
 */
const readMoveValue = (bytes: Uint8Array, type: MoveType): unknown => {
  const reader = new BcsReader(bytes)
  let left = valuesMax
  const read = ({ name, args: [of] }: MoveType): unknown => {
    if (--left < 0) throw new BcsError('a value has too many parts')
    if (integers.has(name)) return readInteger(reader, name)
    if (name === 'bool') return reader.length(1) === 1
    if (name === 'address') return reader.address()
    if (name === '0x1::string::String') return reader.text()
    if (name === '0x1::object::Object') return { inner: reader.address() }
    if (of && name === '0x1::option::Option') return { vec: list(of, reader.length(1)) }
    if (of?.name === 'u8' && name === 'vector') return toHex(reader.bytes())
    if (of && name === 'vector') return list(of, reader.length(left))
    throw new BcsError('a type is not one whose bytes are known')
  }
  const list = (of: MoveType, length: number): unknown[] => {
    const items: unknown[] = []
    while (items.length < length) items.push(read(of))
    return items
  }
  const value = read(type)
  reader.end()
  return value
}

const readInteger = (reader: BcsReader, type: string): string | number => {
  const bits = Number(type.slice(1))
  const unsigned = BigInt(toHex(reader.take(bits / 8).toReversed()))
  const value = type.startsWith('i') ? BigInt.asIntN(bits, unsigned) : unsigned
  return narrow.has(type) ? Number(value) : value.toString()
}

/** Parts of one type: a hostile node could name a large type argument any number of times. */
const partsMax = 200

/** Arguments with the types and names of their parameters; those that cannot be read by their type are bytes. */
const proposalArguments = (
  args: readonly RawArgument[],
  types: readonly MoveType[],
  parameters: readonly Parameter[] | undefined,
): AptosProposalArgument[] =>
  args.map(({ bytes, type: own }, index) => {
    const parameter = parameters?.[index]
    const type = own ?? (parameter && instantiated(parameter.type, types))
    return {
      name: parameter?.name ?? null,
      type: type ? moveTypeText(type) : (parameter?.type ?? null),
      value: (type && decoded(bytes, type)) ?? toHex(bytes),
    }
  })

const instantiated = (text: string, types: readonly MoveType[]): MoveType | undefined => {
  const declared = parseMoveType(text)
  const largest = Math.max(1, ...types.map(parts))
  return declared && parts(declared) * largest <= partsMax ? instantiate(declared, types) : undefined
}

const parts = ({ args }: MoveType): number => args.reduce((sum, arg) => sum + parts(arg), 1)

const decoded = (bytes: Uint8Array, type: MoveType): unknown => {
  try {
    return readMoveValue(bytes, type)
  } catch (error) {
    if (error instanceof BcsError) return undefined
    throw error
  }
}

/** Payload bytes that are decoded; a transaction carries 64 KB. */
const sizeMax = 131_072
const hexMax = 2 + 2 * sizeMax

/** Bytes as hex. Longer texts than are decoded are not looked at: V8 fails on the pattern for some megabytes. */
export const isStoredHex = (text: string): boolean =>
  text.length > hexMax ? text.startsWith('0x') : /^0x([0-9a-fA-F]{2})*$/.test(text)

type EntryFunction = Extract<MultisigPayload, { kind: 'entry_function' }>

/** What a proposal would run. `stored` and `hash` are hex as on chain; a proposal has one of them. */
export const proposalPayload = async (
  { stored, hash }: { stored: string | undefined; hash: string | undefined },
  parametersOf: (called: EntryFunction) => Promise<FoundParameters>,
): Promise<AptosProposalPayload> => {
  const size = stored === undefined ? null : Math.floor((stored.length - 2) / 2)
  const nothing = { size, hash: null, function: null, bytecode: null, type_arguments: [], arguments: [] }
  if (stored === undefined)
    return hash === undefined
      ? { ...nothing, kind: 'unknown', note: 'The proposal has neither a payload nor its hash.' }
      : { ...nothing, kind: 'hash', hash: hash.toLowerCase(), note: null }
  const payload = payloadOf(stored)
  if (typeof payload === 'string') return { ...nothing, kind: 'unknown', note: payload }
  const type_arguments = payload.types.map(moveTypeText)
  if (payload.kind === 'script') {
    const args = proposalArguments(payload.args, payload.types, undefined)
    const bytecode = toHex(payload.bytecode)
    return { ...nothing, kind: 'script', bytecode, type_arguments, arguments: args, note: null }
  }
  const found = await parametersOf(payload)
  const note = noteOf(payload, found)
  const known = note === null && typeof found !== 'string' ? found : undefined
  return {
    ...nothing,
    kind: 'entry_function',
    function: `${payload.address}::${payload.module}::${payload.name}`,
    type_arguments,
    arguments: proposalArguments(payload.args, payload.types, known),
    note,
  }
}

/** The payload, or why it could not be read. */
const payloadOf = (stored: string): MultisigPayload | string => {
  if (stored.length > hexMax) return `The stored payload is larger than ${sizeMax / 1_024} KiB.`
  try {
    return readMultisigPayload(Buffer.from(stored.slice(2), 'hex'))
  } catch (error) {
    if (!(error instanceof BcsError)) throw error
    return 'The stored payload is not one that a multisig account can run.'
  }
}

const noteOf = ({ args }: EntryFunction, found: FoundParameters): string | null => {
  if (found === 'unknown') return 'The types of the arguments are unknown: the node did not return the ABI.'
  if (found === 'missing') return 'There is no such entry function at this version: the call would fail.'
  if (found.length === args.length) return null
  return `The function takes ${found.length} arguments and the payload has ${args.length}: the call would fail.`
}
