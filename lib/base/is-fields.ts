/** The fields of a JSON object, unchecked. */
export type Fields = Record<string, unknown>

/** Whether a value is a JSON object: neither a list nor null. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
