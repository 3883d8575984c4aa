import { type Fields, isFields } from '#lib/base/is-fields.ts'

/** Readers for unvalidated JSON from a full node: a page must render whatever it contains. */
export type MoveFields = Fields

export const fieldsOf = (value: unknown): MoveFields => (isFields(value) ? value : {})

export const jsonListOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const jsonTextOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

export const decimalOf = (value: unknown): string | undefined => {
  const text = jsonTextOf(value)
  return text !== undefined && /^\d+$/.test(text) ? text : undefined
}
