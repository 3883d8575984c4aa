import { parseSync } from 'oxc-parser'
import { parseAbiItem } from 'viem'
import * as z from 'zod'
import type { AbiInput, Declaration } from '#lib/evm/signatures/declaration.ts'
import { solidityItems } from './read-solidity.ts'

export type FoundItem = Declaration & { type: 'function' | 'event' }

type RawInput = { name?: string; type: string; indexed?: boolean; components?: RawInput[] }
const rawInput: z.ZodType<RawInput> = z.lazy(() =>
  z.object({
    name: z
      .string()
      .max(200)
      .nullish()
      .transform((name) => name ?? undefined),
    type: z.string().max(200),
    indexed: z.boolean().optional(),
    components: z.array(rawInput).optional(),
  }),
)
const rawItem = z.object({
  type: z.enum(['function', 'event']),
  name: z.string().max(200),
  inputs: z.array(rawInput).max(100),
  anonymous: z.boolean().default(false),
})

/** The functions and events that a file of a package declares: JSON, JavaScript or TypeScript with ABIs in it, Solidity. */
export const readItems = (path: string, text: string): FoundItem[] => {
  if (path.endsWith('.json')) return fromJson(text)
  if (path.endsWith('.sol')) return solidityItems(text)
  return /\.(d\.)?[cm]?[jt]s$/.test(path) ? fromScript(path, text) : []
}

const fromJson = (text: string): FoundItem[] => {
  if (!text.includes('inputs')) return []
  try {
    return itemsIn(JSON.parse(text), 0)
  } catch {
    return []
  }
}

const itemsIn = (value: unknown, depth: number): FoundItem[] => {
  if (depth > 12 || typeof value !== 'object' || value === null) return []
  const item = rawItem.safeParse(value)
  if (item.success) return item.data.anonymous ? [] : [itemOf(item.data)]
  return Object.values(value).flatMap((part) => itemsIn(part, depth + 1))
}

const itemOf = ({ type, name, inputs }: z.output<typeof rawItem>): FoundItem => ({
  type,
  name,
  inputs: inputs.map((input) => inputOf(input, type === 'event')),
})

const inputOf = ({ name = '', type, indexed = false, components }: RawInput, mayBeIndexed: boolean): AbiInput => ({
  name: /^[A-Za-z_$][\w$]{0,79}$/.test(name) && name !== 'indexed' ? name : '',
  type,
  indexed: mayBeIndexed && indexed,
  ...(type.startsWith('tuple') && components && { components: components.map((part) => inputOf(part, false)) }),
})

/** Larger files are bundles, which repeat what a package has in files of its own. */
const scriptBytesMax = 6_000_000

const fromScript = (path: string, text: string): FoundItem[] => {
  if (text.length > scriptBytesMax || !/stateMutability|["']?inputs["']?\s*:|["'`](function|event) /.test(text))
    return []
  let program: unknown
  try {
    program = parseSync(path, text).program
  } catch {
    return []
  }
  const found: FoundItem[] = []
  visit(program, found)
  return found
}

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Collects object literals of the form of an ABI item, and strings such as `event Paid(address indexed by)`. */
const visit = (root: unknown, found: FoundItem[]): void => {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (Array.isArray(value)) open.push(...value)
    else if (isNode(value)) {
      const text = literalOf(value)
      if (value.type === 'ObjectExpression' || value.type === 'TSTypeLiteral') {
        const item = rawItem.safeParse(text)
        if (item.success) {
          if (!item.data.anonymous) found.push(itemOf(item.data))
          continue
        }
      }
      if (typeof text === 'string') {
        // A JSON text inside a script: `JSON.parse('[{"inputs":…`.
        if (text.startsWith('[{') && text.includes('"inputs"')) found.push(...fromJson(text))
        else found.push(...readDeclaration(text))
      } else open.push(...Object.values(value).filter((part) => typeof part === 'object' && part !== null))
    }
  }
}

/** A line such as `event Paid(address indexed by)`; nothing for any other text. */
export const readDeclaration = (text: string): FoundItem[] => {
  if (text.length > 2_000 || !/^\s*(function|event) \w+\s*\(/.test(text)) return []
  try {
    const item = rawItem.safeParse(parseAbiItem(text.trim().replace(/;$/, '')))
    return item.success && !item.data.anonymous ? [itemOf(item.data)] : []
  } catch {
    return []
  }
}

/** The value of a literal expression; undefined for anything that would have to run. */
const literalOf = (node: unknown): unknown => {
  if (!isNode(node)) return undefined
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral': {
      const [quasi, ...more] = Array.isArray(node.quasis) ? node.quasis : []
      return more.length === 0 ? quasi?.value?.cooked : undefined
    }
    case 'UnaryExpression':
      // Minifiers write true and false as !0 and !1.
      return node.operator === '!' && isNode(node.argument) && node.argument.type === 'Literal'
        ? !node.argument.value
        : undefined
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return literalOf(node.expression)
    case 'ArrayExpression':
      return Array.isArray(node.elements) ? node.elements.map(literalOf) : undefined
    case 'ObjectExpression':
      return Object.fromEntries(
        (Array.isArray(node.properties) ? node.properties : []).flatMap((property: unknown) => {
          if (!isNode(property) || property.type !== 'Property') return []
          const { key } = property
          const name = isNode(key) ? (key.type === 'Identifier' ? key.name : key.value) : undefined
          return typeof name === 'string' ? [[name, literalOf(property.value)]] : []
        }),
      )
    // A declaration file has an ABI as a type: `readonly [{ readonly type: "function"; … }]`.
    case 'TSTypeLiteral':
      return Object.fromEntries(
        (Array.isArray(node.members) ? node.members : []).flatMap((member: unknown) => {
          if (!isNode(member) || member.type !== 'TSPropertySignature' || !isNode(member.key)) return []
          const name = member.key.type === 'Identifier' ? member.key.name : member.key.value
          return typeof name === 'string' ? [[name, literalOf(member.typeAnnotation)]] : []
        }),
      )
    case 'TSTypeAnnotation':
    case 'TSTypeOperator':
      return literalOf(node.typeAnnotation)
    case 'TSLiteralType':
      return literalOf(node.literal)
    case 'TSTupleType':
      return Array.isArray(node.elementTypes) ? node.elementTypes.map(literalOf) : undefined
    default:
      return undefined
  }
}
