import type { MoveType } from '#lib/aptos/api/format/move-type.ts'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'

/** Full nodes allow 8. */
const depthMax = 16
/** Types within the type arguments of one call. */
const typesMax = 128

/** Variants of BCS `TypeTag`. */
const primitives = new Map(
  Object.entries({
    ...{ 0: 'bool', 1: 'u8', 2: 'u64', 3: 'u128', 4: 'address', 5: 'signer', 8: 'u16', 9: 'u32', 10: 'u256' },
    ...{ 11: 'i8', 12: 'i16', 13: 'i32', 14: 'i64', 15: 'i128', 16: 'i256' },
  }).map(([variant, name]) => [Number(variant), name]),
)
const [vector, struct] = [6, 7]

/** The type arguments of a call. @throws BcsError also for function types, and beyond what a chain accepts. */
const readTypeTags = (reader: BcsReader): MoveType[] => {
  let left = typesMax
  const read = (depth: number): MoveType => {
    if (depth > depthMax || --left < 0) throw new BcsError('a type has too many parts')
    const variant = reader.length()
    if (variant === vector) return { name: 'vector', args: [read(depth + 1)] }
    if (variant === struct) {
      const name = [shortHex(reader.address()), readIdentifier(reader), readIdentifier(reader)].join('::')
      return { name, args: list(depth + 1) }
    }
    const name = primitives.get(variant)
    if (name === undefined) throw new BcsError('a type is of an unknown kind')
    return { name, args: [] }
  }
  const list = (depth: number): MoveType[] => {
    const types: MoveType[] = []
    for (let rest = reader.length(typesMax); rest > 0; rest--) types.push(read(depth))
    return types
  }
  return list(0)
}

/** The name of a module, struct or function. @throws BcsError */
const readIdentifier = (reader: BcsReader): string => {
  const name = reader.text()
  if (/^[A-Za-z_]\w{0,254}$/.test(name)) return name
  throw new BcsError('a name is not one of Move')
}

/** As in the types of full nodes. */
const shortHex = (address: string): string => `0x${BigInt(address).toString(16)}`

/** An argument with its BCS bytes; a script's own has a type. */
export type RawArgument = { type: MoveType | undefined; bytes: Uint8Array }

export type MultisigPayload =
  | { kind: 'entry_function'; address: string; module: string; name: string; types: MoveType[]; args: RawArgument[] }
  | { kind: 'script'; bytecode: Uint8Array; types: MoveType[]; args: RawArgument[] }

/** More than Move functions can have. */
const argumentsMax = 256

/** Types and lengths of the variants of `TransactionArgument`, without bytes and serialized values. */
const fixedArguments = new Map<number, readonly [type: string, byteCount: number]>([
  [0, ['u8', 1]],
  [1, ['u64', 8]],
  [2, ['u128', 16]],
  [3, ['address', 32]],
  [5, ['bool', 1]],
  [6, ['u16', 2]],
  [7, ['u32', 4]],
  [8, ['u256', 32]],
  [10, ['i8', 1]],
  [11, ['i16', 2]],
  [12, ['i32', 4]],
  [13, ['i64', 8]],
  [14, ['i128', 16]],
  [15, ['i256', 32]],
])
const [byteVector, serialized] = [4, 9]

/** Reads BCS of `MultisigTransactionPayload` of aptos-core, types/src/transaction/multisig.rs. @throws BcsError */
export const readMultisigPayload = (bytes: Uint8Array): MultisigPayload => {
  const reader = new BcsReader(bytes)
  const payload = payloadOf(reader)
  reader.end()
  return payload
}

const payloadOf = (reader: BcsReader): MultisigPayload => {
  const variant = reader.length()
  if (variant === 0) {
    const [address, module, name] = [shortHex(reader.address()), readIdentifier(reader), readIdentifier(reader)]
    const types = readTypeTags(reader)
    const args = list(reader, () => ({ type: undefined, bytes: reader.bytes() }))
    return { kind: 'entry_function', address, module, name, types, args }
  }
  if (variant === 1) {
    const bytecode = reader.bytes()
    const types = readTypeTags(reader)
    return { kind: 'script', bytecode, types, args: list(reader, () => scriptArgument(reader)) }
  }
  throw new BcsError('a payload is of an unknown kind')
}

const list = (reader: BcsReader, read: () => RawArgument): RawArgument[] =>
  Array.from({ length: reader.length(argumentsMax) }, read)

const scriptArgument = (reader: BcsReader): RawArgument => {
  const variant = reader.length()
  if (variant === serialized) return { type: undefined, bytes: reader.bytes() }
  if (variant === byteVector)
    return { type: { name: 'vector', args: [{ name: 'u8', args: [] }] }, bytes: withLength(reader.bytes()) }
  const fixed = fixedArguments.get(variant)
  if (!fixed) throw new BcsError('an argument is of an unknown kind')
  return { type: { name: fixed[0], args: [] }, bytes: reader.take(fixed[1]) }
}

/** The bytes of a vector as BCS, whose length precedes them. */
const withLength = (bytes: Uint8Array): Uint8Array => {
  const length: number[] = []
  let rest = bytes.length
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) length.push((rest & 0x7f) | 0x80)
  return Uint8Array.from([...length, rest, ...bytes])
}
