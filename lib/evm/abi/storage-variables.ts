import { toDigits } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { wordOf } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import type { StorageLayout } from './storage-layout.ts'

/** Where a variable is in the storage of a contract. */
export type StorageVariable = {
  /** With its path: `config.owner`, `prices[2]`. */
  name: string
  /** As sources write it: `mapping(address => uint256)`. */
  type: string
  /** Its entry in the types of the layout. */
  typeName: string
  slot: bigint
  /** Bytes of the slot to the right of it. */
  offset: number
  bytes: number
  kind: 'value' | 'text' | 'list' | 'mapping'
}

const variablesMax = 200
const depthMax = 8
const nameMax = 200
const elementsMax = 32
export const wordBytes = 32

const storageTypeOf = ({ types }: StorageLayout, name: string) =>
  types && Object.hasOwn(types, name) ? types[name] : undefined

/** Variables in the order of their slots, with the members of structs and the first elements of lists of fixed length. */
export const storageVariables = (layout: StorageLayout): StorageVariable[] => {
  const found: StorageVariable[] = []
  for (const { label, type, slot, offset } of layout.storage)
    placeVariable(layout, found, { name: label, typeName: type, slot: BigInt(slot), offset })
  return found
}

/** Adds the variable of a type at a place, or the parts that it consists of. */
const placeVariable = (
  layout: StorageLayout,
  found: StorageVariable[],
  { name, typeName, slot, offset }: Pick<StorageVariable, 'name' | 'typeName' | 'slot' | 'offset'>,
  depth = 0,
): void => {
  const type = storageTypeOf(layout, typeName)
  if (!type || depth > depthMax || found.length >= variablesMax) return
  const { encoding, members, base, label } = type
  if (encoding === 'inplace' && members)
    for (const { label, type, slot: at, offset } of members)
      placeVariable(
        layout,
        found,
        { name: `${name}.${label}`, typeName: type, slot: slot + BigInt(at), offset },
        depth + 1,
      )
  else if (encoding === 'inplace' && base !== undefined) {
    const [, declared] = /\[(\d{1,9})\]$/.exec(label) ?? []
    for (let index = 0; index < Math.min(Number(declared ?? 0), elementsMax); index++) {
      const at = elementAt(layout, base, slot, BigInt(index))
      placeVariable(layout, found, { name: `${name}[${index}]`, typeName: base, ...at }, depth + 1)
    }
  } else
    found.push({
      name: name.slice(0, nameMax),
      type: label.slice(0, nameMax),
      typeName,
      slot: slot % 2n ** 256n,
      offset,
      bytes: Math.min(Number(type.numberOfBytes), wordBytes),
      kind: kinds[encoding],
    })
}

const kinds = { inplace: 'value', mapping: 'mapping', dynamic_array: 'list', bytes: 'text' } as const

/** Where an element of a list that begins at a slot is: small ones share slots. */
const elementAt = (layout: StorageLayout, base: string, slot: bigint, index: bigint) => {
  const bytes = BigInt(storageTypeOf(layout, base)?.numberOfBytes ?? wordBytes)
  const word = BigInt(wordBytes)
  if (bytes === 0n || bytes > word / 2n) return { slot: slot + index * ((bytes + word - 1n) / word), offset: 0 }
  const perSlot = word / bytes
  return { slot: slot + index / perSlot, offset: Number((index % perSlot) * bytes) }
}

/** Bytes of a text that are read. */
export const textBytesMax = 1_024

/** The text of a variable's value in its slot; null for mappings, whose slot is empty, and texts that other slots contain. */
export const storageValue = ({ type, kind, offset, bytes }: StorageVariable, slotWord: string): string | null => {
  const digits = slotWord.slice(2).padStart(2 * wordBytes, '0')
  if (kind === 'mapping') return null
  if (kind === 'list') return BigInt(`0x${digits}`).toString()
  if (kind === 'text') {
    const length = textLength(slotWord)
    return length < wordBytes ? storedText(type, digits.slice(0, 2 * length)) : null
  }
  const end = digits.length - 2 * offset
  const part = digits.slice(end - 2 * bytes, end)
  const number = BigInt(`0x${part}`)
  if (type === 'bool') return number === 0n ? 'false' : number === 1n ? 'true' : `0x${part}`
  if (/^(uint|enum )/.test(type)) return number.toString()
  if (/^int\d/.test(type)) return BigInt.asIntN(8 * bytes, number).toString()
  return `0x${part}`
}

/** Bytes of a `string` or `bytes` variable: short ones are in its slot, and long ones in the slots after the hash of it. */
export const textLength = (slotWord: string): number => {
  const number = BigInt(slotWord)
  const isLong = (number & 1n) === 1n
  const length = isLong ? (number - 1n) / 2n : (number & 0xffn) / 2n
  return Number(length < 2n ** 53n ? length : 2n ** 53n)
}

/** Bytes as text, or as hex if they are no text. */
export const storedText = (type: string, digits: string): string => {
  if (type !== 'string') return `0x${digits}`
  return new TextDecoder().decode(Buffer.from(digits, 'hex'))
}

const wordDigits = 64
const slotOf = (digits: string): bigint => BigInt(hashOf(digits))

/**
 * An entry of a mapping by its keys, or of a list by its index, as the variables that it consists of.
 * @throws invalid_request that names `variable` or `keys`
 * @see https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#mappings-and-dynamic-arrays
 */
export const storageEntry = (layout: StorageLayout, name: string, keys: readonly string[]): StorageVariable[] => {
  const root = storageVariables(layout).find((one) => one.name === name)
  if (!root) throw badParameter('variable', 'is not a variable of this contract')
  if (root.kind !== 'mapping' && root.kind !== 'list') throw badParameter('variable', 'is not a mapping or a list')
  let place = { typeName: root.typeName, slot: root.slot, offset: root.offset }
  for (const key of keys) place = step(layout, place, key)
  const found: StorageVariable[] = []
  placeVariable(layout, found, { name: `${name}${keys.map((key) => `[${key}]`).join('')}`, ...place })
  if (found.some(({ kind }) => kind === 'mapping') && found.length === 1)
    throw badParameter('keys', `has ${keys.length} of the keys of ${root.type}: give one for each mapping`)
  return found
}

type Place = Pick<StorageVariable, 'typeName' | 'slot' | 'offset'>

const step = (layout: StorageLayout, { typeName, slot }: Place, key: string): Place => {
  const type = storageTypeOf(layout, typeName)
  if (type?.encoding === 'mapping' && type.key !== undefined && type.value !== undefined)
    return {
      typeName: type.value,
      slot: slotOf(`${keyDigits(storageTypeOf(layout, type.key)?.label ?? '', key)}${wordOf(slot)}`),
      offset: 0,
    }
  if (type?.encoding === 'dynamic_array' && type.base !== undefined) {
    if (!/^\d{1,20}$/.test(key)) throw badParameter('keys', 'has an index that is not a whole number')
    return { typeName: type.base, ...elementAt(layout, type.base, slotOf(wordOf(slot)), BigInt(key)) }
  }
  throw badParameter('keys', 'has more keys than the variable has levels')
}

/** A key as the compiler hashes it. */
const keyDigits = (type: string, key: string): string => {
  if (type === 'string') return toDigits(Buffer.from(key))
  const [, hex] = /^0x((?:[0-9a-f]{2}){0,200})$/i.exec(key) ?? []
  if (type === 'bytes') return hex ?? wrong(type, 'hex bytes such as 0x1234')
  const [, size] = /^bytes(\d{1,2})$/.exec(type) ?? []
  if (size !== undefined) {
    if (hex?.length !== 2 * Number(size)) return wrong(type, `0x and ${2 * Number(size)} hex digits`)
    return hex.padEnd(wordDigits, '0')
  }
  if (type === 'bool')
    return key === 'true' || key === 'false' ? wordOf(key === 'true' ? 1n : 0n) : wrong(type, 'true or false')
  if (/^(address|contract )/.test(type))
    return hex?.length === 40 ? hex.padStart(wordDigits, '0') : wrong(type, '0x and 40 hex digits')
  if (!/^(-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(key)) return wrong(type, 'a whole number')
  return wordOf(BigInt.asUintN(256, BigInt(key)))
}

const wrong = (type: string, accepted: string): never => {
  throw badParameter('keys', `has a key that is not of type ${type.slice(0, 60) || 'unknown'}: expected ${accepted}`)
}
