/** The path of a text in a response: field names and list indexes. */
export type TextPath = readonly (string | number)[]

/** A text of a response by its path; anything else as JSON. */
export const textAt = (answer: unknown, path: TextPath): string => {
  let value = answer
  for (const step of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
