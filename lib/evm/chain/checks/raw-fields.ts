import { isFields } from '#lib/base/is-fields.ts'
import type { NotPossible } from '#lib/evm/api/block-checks.ts'

/** An unmodified object of a node's response. */
export type Raw = Readonly<Record<string, unknown>>

/** Reasons why a computed value may differ although the block is correct. */
export type Excuses = Set<NotPossible>

/**
 * The hex digits of a field; empty if the node omits it, which is recorded. Anything other than hex ends the bytes, so
 * that the check fails.
 */
export const digits = (from: Raw, key: string, excuses: Excuses): string => {
  const value = from[key]
  if (typeof value === 'string' && value.startsWith('0x')) return value.slice(2)
  excuses.add('field_missing')
  return ''
}

/** The same for a field that may be null, such as the recipient of a contract creation. */
export const digitsOrNone = (from: Raw, key: string, excuses: Excuses): string =>
  from[key] === null || from[key] === undefined ? '' : digits(from, key, excuses)

/** A list of objects; empty if the node omits it, which is recorded. */
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

/** The EIP-2718 type of a transaction or receipt; 0 without one. */
export const typeOf = (from: Raw): number => (isPresent(from, 'type') ? Number(from.type) : 0)
