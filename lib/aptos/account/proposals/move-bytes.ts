import type { MoveType } from '#lib/aptos/api/format/move-type.ts'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { BcsError, BcsReader } from '#lib/base/bcs-reader.ts'

/** Values within one argument: each takes more room as JSON than as BCS. */
const valuesMax = 5_000

/** Full nodes write these as JSON numbers, and wider integers as text. */
const narrow = new Set(['u8', 'u16', 'u32', 'i8', 'i16', 'i32'])
const integers = new Set([...narrow, 'u64', 'u128', 'u256', 'i64', 'i128', 'i256'])

/**
 * A value from its BCS bytes, as full nodes format it but with long addresses. @throws BcsError for bytes of another type, and
 * for structs other than texts, objects and options.
 */
export const readMoveValue = (bytes: Uint8Array, type: MoveType): unknown => {
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
