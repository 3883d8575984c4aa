import { ServiceError } from '#lib/base/errors.ts'

/** Unparsed parameters: a text, or a list if a name was repeated or written as an array. */
export type RawParameters = Record<string, unknown>

/** `a[]` and `a[0]` are spellings of the list `a`; an index beyond this is refused, not allocated. */
const listIndexMax = 999
const listName = /^(.+?)\[(\d*)\]$/

/**
 * Reads a query string. All array encodings that clients of this interface send are one list:
 * `a=1&a=2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`, brackets percent-encoded or not.
 */
export const readQuery = (query: URLSearchParams): Record<string, string | string[] | undefined> => {
  const lists = new Map<string, { index: number; value: string }[]>()
  const bracketed = new Set<string>()
  for (const [key, value] of query) {
    const [, base = key, digits] = listName.exec(key) ?? []
    if (digits !== undefined) bracketed.add(base)
    const list = lists.get(base) ?? []
    const index = digits === undefined || digits === '' ? list.length : Number(digits)
    if (index > listIndexMax)
      throw new ServiceError('invalid_request', `${base} has an index above ${listIndexMax}`, {
        details: [{ name: base, message: `has an index above ${listIndexMax}` }],
      })
    list.push({ index, value })
    lists.set(base, list)
  }
  const parameters: ReturnType<typeof readQuery> = Object.create(null)
  for (const [name, list] of lists) {
    const values = list.sort((a, b) => a.index - b.index).map(({ value }) => value)
    parameters[name] = values.length === 1 && !bracketed.has(name) ? values[0] : values
  }
  return parameters
}

/** Writes parameters as a query string, lists as `a[]=1&a[]=2`, which every server of this interface reads as a list. */
export const writeQuery = (parameters: RawParameters): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) query.append(`${name}[]`, String(item))
    else query.append(name, String(value))
  }
  return query
}
