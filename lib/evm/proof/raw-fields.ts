import { isFields } from '#lib/api/is-fields.ts'
import type { NotPossible } from '#lib/evm/contract/block-checks.ts'

/** An object of a node's answer, as it came. */
export type Raw = Readonly<Record<string, unknown>>

/** Why what is computed may differ from what the block says, though nothing is wrong with it. */
export type Excuses = Set<NotPossible>

/**
 * The hex digits of a field; empty if the node leaves it out, which is noted. What is no hex ends the bytes that are made of
 * it, and so never comes out right.
 */
export const digits = (from: Raw, key: string, excuses: Excuses): string => {
  const value = from[key]
  if (typeof value === 'string' && value.startsWith('0x')) return value.slice(2)
  excuses.add('field_missing')
  return ''
}

/** The same of a field that may be null, such as the receiver of a contract creation. */
export const digitsOrNone = (from: Raw, key: string, excuses: Excuses): string =>
  from[key] === null || from[key] === undefined ? '' : digits(from, key, excuses)

/** A list of objects; empty if the node leaves it out, which is noted. */
export const objects = (from: Raw, key: string, excuses: Excuses): readonly Raw[] => {
  const value = from[key]
  if (Array.isArray(value)) return value.filter(isFields)
  excuses.add('field_missing')
  return []
}

/** A list of hex texts, as digits. */
export const digitList = (from: Raw, key: string, excuses: Excuses): string[] => {
  const value = from[key]
  if (!Array.isArray(value)) excuses.add('field_missing')
  return Array.isArray(value) ? value.map((item) => digits({ item }, 'item', excuses)) : []
}

export const isPresent = (from: Raw, key: string): boolean => from[key] !== undefined && from[key] !== null

/** The EIP-2718 type of a transaction or receipt; 0 if there is none. */
export const typeOf = (from: Raw): number => (isPresent(from, 'type') ? Number(from.type) : 0)
