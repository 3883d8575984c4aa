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

/** The parameters' full types as a signature spells them: `f(uint256,(address,bool)[])` has two. */
export const signatureTypes = (signature: string): string[] => {
  const open = signature.indexOf('(')
  return open < 0 || !signature.endsWith(')') ? [] : splitTypes(signature.slice(open + 1, -1))
}

/** A value with its parts: a list's items or a tuple's fields, each with its type. */
export type AbiValue = { type: string; text: string; items: AbiValue[] | undefined }

const itemsMax = 2_000

/** Decoded values are text; lists and tuples are JSON text. A value that does not fit its type is shown unchanged. */
export const abiValue = (type: string, text: string): AbiValue => {
  const [, item, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  const fields = type.startsWith('(') && type.endsWith(')') ? splitTypes(type.slice(1, -1)) : undefined
  const plain = { type, text, items: undefined }
  if (item === undefined && fields === undefined) return plain
  const values = parsedList(text)
  if (!values || values.length > itemsMax) return plain
  if (fields && fields.length !== values.length) return plain
  if (length && values.length !== Number(length)) return plain
  const items = values.map((value, index) => {
    const own = typeof value === 'string' ? value : JSON.stringify(value)
    return abiValue(item ?? fields?.[index] ?? 'unknown', own)
  })
  return { type, text, items }
}

const parsedList = (text: string): unknown[] | undefined => {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
