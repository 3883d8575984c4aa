/** Types at the top of a bracketed list: `uint256,(address,bool)[]` are two. */
const splitTypes = (text: string): string[] => {
  const types: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) {
      types.push(text.slice(start, index))
      start = index + 1
    }
  }
  const last = text.slice(start)
  return last === '' ? types : [...types, last]
}

/**
 * The parameters' full types as a signature or a declaration spells them: `f(uint256,(address,bool)[])` has two, and so has
 * `f(uint256 id,(address to,bool isNew)[] entries)`.
 */
export const signatureTypes = (signature: string): string[] => {
  const open = signature.indexOf('(')
  return open < 0 || !signature.endsWith(')') ? [] : splitTypes(signature.slice(open + 1, -1))
}

/** A value with its parts: a list's items or a tuple's fields, each with its type. `name` is empty where none is declared. */
export type AbiValue = { name: string; type: string; text: string; items: AbiValue[] | undefined }

const itemsMax = 2_000

/** A type and the name behind it: `(address to,bool isNew)[] entries`. */
const typeAndName = (declared: string): { type: string; name: string } => {
  const [, type = declared, name = ''] = /^(.*?[^ ,(])(?: (?:indexed )?([A-Za-z_$][\w$]*))?$/.exec(declared) ?? []
  return { type, name }
}

/**
 * Decoded values are text; lists and tuples are JSON text. `declared` is a type, with the names of what is in it if they are known. A
 * value that does not fit its type is shown unchanged.
 */
export const abiValue = (declared: string, text: string): AbiValue => {
  const { type, name } = typeAndName(declared)
  const [, item, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  const fields = type.startsWith('(') && type.endsWith(')') ? splitTypes(type.slice(1, -1)) : undefined
  const plain = { name, type, text, items: undefined }
  if (item === undefined && fields === undefined) return plain
  const values = parsedList(text)
  if (!values || values.length > itemsMax) return plain
  if (fields && fields.length !== values.length) return plain
  if (length && values.length !== Number(length)) return plain
  const items = values.map((value, index) => {
    const own = typeof value === 'string' ? value : JSON.stringify(value)
    return abiValue(item ?? fields?.[index] ?? 'unknown', own)
  })
  return { name, type, text, items }
}

/** The arguments of a decoded call or event; `declared` is its declaration, or its signature where names are unknown. */
export const abiValues = (
  declared: string,
  params: readonly { name: string; type: string; value: string }[],
): AbiValue[] => {
  const types = signatureTypes(declared)
  return params.map(({ name, type, value }, index) => ({ ...abiValue(types[index] ?? type, value), name }))
}

const parsedList = (text: string): unknown[] | undefined => {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
