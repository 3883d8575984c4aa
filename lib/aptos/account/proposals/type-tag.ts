import type { MoveType } from '#lib/aptos/api/format/move-type.ts'
import { BcsError, type BcsReader } from '#lib/base/bcs-reader.ts'

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
export const readTypeTags = (reader: BcsReader): MoveType[] => {
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
export const readIdentifier = (reader: BcsReader): string => {
  const name = reader.text()
  if (/^[A-Za-z_]\w{0,254}$/.test(name)) return name
  throw new BcsError('a name is not one of Move')
}

/** As in the types of full nodes. */
export const shortHex = (address: string): string => `0x${BigInt(address).toString(16)}`
