import { toDigits } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { wordOf } from '#lib/base/hex.ts'
import { hashOf } from '#lib/base/keccak.ts'
import type { StorageLayout } from './storage-layout.ts'
import { elementAt, placeVariable, type StorageVariable, storageTypeOf, storageVariables } from './storage-variables.ts'

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
