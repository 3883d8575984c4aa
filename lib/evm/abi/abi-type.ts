import * as z from 'zod'

/** A type of the Solidity ABI specification, ready to be read from bytes. */
export type AbiType = {
  /** As in signatures: tuples are expanded. */
  canonical: string
  /** Dynamic types are referred to by an offset; static ones take `headBytes` in place. */
  isDynamic: boolean
  headBytes: number
} & (
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'address' | 'bool' | 'bytes' | 'string' }
  | { kind: 'fixed_bytes'; bytes: number }
  | { kind: 'list'; item: AbiType; length: number | null }
  | { kind: 'tuple'; items: readonly AbiType[]; names: readonly string[] }
)

/** The type with the names of what is in it: `(address to,uint256 amount)[]`. */
export const declaredType = (type: AbiType): string => {
  if (type.kind === 'list') return `${declaredType(type.item)}[${type.length ?? ''}]`
  if (type.kind !== 'tuple') return type.canonical
  const fields = type.items.map((item, index) => `${declaredType(item)}${named(type.names[index])}`)
  return `(${fields.join()})`
}

const named = (name: string | undefined): string => (name ? ` ${name}` : '')

const wordBytes = 32
const depthMax = 12
/** No static type is larger, because no transaction is. */
const headBytesMax = 1024 * 1024

/** Solidity, "Lexical grammar", and Vyper: nothing else is a name that a compiler wrote. */
export const identifier = z
  .string()
  .max(256)
  .regex(/^[A-Za-z_$][\w$]*$/)
const withName = z.object({ name: identifier.catch('') })
const typed = z.object({ type: z.string().max(200), components: z.array(z.unknown()).max(256).optional() })

/** The type of a parameter in an ABI's JSON; undefined if it is not valid or unreasonably large. */
export const abiType = (parameter: unknown, depth = 0): AbiType | undefined => {
  const parsed = typed.safeParse(parameter)
  if (!parsed.success || depth > depthMax) return undefined
  const { type, components } = parsed.data
  const [, base = '', lists = ''] = /^([a-z]+\d*)((?:\[\d{0,7}\])*)$/.exec(type) ?? []
  let result = base === 'tuple' ? tupleType(components, depth) : elementaryType(base)
  for (const [, length = ''] of lists.matchAll(/\[(\d*)\]/g)) result = result && listType(result, length, depth)
  return result
}

const elementaryType = (name: string): AbiType | undefined => {
  const inPlace = { canonical: name, isDynamic: false, headBytes: wordBytes }
  if (name === 'address' || name === 'bool') return { ...inPlace, kind: name }
  if (name === 'bytes' || name === 'string') return { ...inPlace, kind: name, isDynamic: true }
  // An address and a selector.
  if (name === 'function') return { ...inPlace, kind: 'fixed_bytes', bytes: 24 }
  const [, kind = '', digits = ''] = /^(uint|int|bytes)([1-9]\d{0,2})?$/.exec(name) ?? []
  if (kind === 'bytes') {
    const bytes = Number(digits)
    return bytes <= wordBytes ? { ...inPlace, kind: 'fixed_bytes', bytes } : undefined
  }
  if (kind !== 'uint' && kind !== 'int') return undefined
  const bits = digits === '' ? 256 : Number(digits)
  if (bits % 8 !== 0 || bits > 256) return undefined
  return { ...inPlace, canonical: `${kind}${bits}`, kind, bits }
}

/** Neither empty tuples nor empty lists exist in Solidity: a type without bytes could be repeated without end. */
const tupleType = (components: readonly unknown[] | undefined, depth: number): AbiType | undefined => {
  if (!components?.length) return undefined
  const items: AbiType[] = []
  const names: string[] = []
  for (const component of components) {
    const item = abiType(component, depth + 1)
    if (!item) return undefined
    items.push(item)
    names.push(withName.parse(component).name)
  }
  const isDynamic = items.some((item) => item.isDynamic)
  const size = items.reduce((sum, { headBytes }) => sum + headBytes, 0)
  if (size > headBytesMax) return undefined
  const canonical = `(${items.map((item) => item.canonical).join()})`
  return { kind: 'tuple', items, names, canonical, isDynamic, headBytes: isDynamic ? wordBytes : size }
}

const listType = (item: AbiType, digits: string, depth: number): AbiType | undefined => {
  const length = digits === '' ? null : Number(digits)
  const size = item.headBytes * (length ?? 1)
  if (length === 0 || size > headBytesMax || nesting(item) + depth > depthMax) return undefined
  const isDynamic = length === null || item.isDynamic
  const headBytes = isDynamic ? wordBytes : size
  return { kind: 'list', item, length, canonical: `${item.canonical}[${digits}]`, isDynamic, headBytes }
}

const nesting = (type: AbiType): number => {
  if (type.kind === 'list') return 1 + nesting(type.item)
  return type.kind === 'tuple' ? 1 + Math.max(...type.items.map(nesting)) : 0
}

/** A value as `readValues` writes it, as JSON: booleans as such, lists and tuples as lists, all else as text. */
export const jsonOfValue = (type: AbiType, text: string): unknown => {
  if (type.kind === 'bool') return text === 'true'
  if (type.kind !== 'list' && type.kind !== 'tuple') return text
  return partsOf(type, JSON.parse(text))
}

const partsOf = (type: AbiType, value: unknown): unknown => {
  if (type.kind === 'bool') return value === 'true'
  if (!Array.isArray(value)) return value
  if (type.kind === 'list') return value.map((item) => partsOf(type.item, item))
  if (type.kind !== 'tuple') return value
  return value.map((item, index) => {
    const inner = type.items[index]
    return inner ? partsOf(inner, item) : item
  })
}
