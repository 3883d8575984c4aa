import { fieldsOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import type { AptosStructDefinition } from '#lib/aptos/account/contract.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { instantiate, type MoveType, moveTypeText, parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** A Move value as it is shown. */
export type MoveNode =
  | { kind: 'text'; text: string }
  | { kind: 'address'; address: string }
  | { kind: 'none' }
  /** A value of an enum names its variant. */
  | { kind: 'fields'; fields: MoveField[]; more: number; variant?: string }
  | { kind: 'items'; items: MoveNode[]; more: number }

/** The type is undefined where no definition is known. */
type MoveField = { name: string; type: string | undefined; node: MoveNode }

type Structs = ReadonlyMap<string, AptosStructDefinition>

/** Values shown of one resource: hostile ones may have any number. */
const nodesMax = 250
const itemsMax = 12
const fieldsMax = 60
const depthMax = 16
const textMax = 300
const nameMax = 80

/** Where full nodes name the variant of an enum, beside its fields. */
const variantKey = '__variant__'

/** Fields that hold addresses, for values without a known type. */
const addressNames = new Set(['account_address', 'addr', 'address', 'creator', 'inner', 'operator_address', 'owner'])

/** A value as the full node returned it, read by its type where the definitions of its structs are known. */
export const moveTree = (
  value: unknown,
  type: string | undefined,
  structs: readonly AptosStructDefinition[],
  valuesMax = nodesMax,
): MoveNode => {
  const budget = { left: valuesMax }
  const known = new Map(structs.map((struct) => [struct.name, struct]))
  return nodeOf(value, type === undefined ? undefined : parseMoveType(type), { structs: known, budget, depth: 0 })
}

type Context = { structs: Structs; budget: { left: number }; depth: number; name?: string }

const nodeOf = (value: unknown, type: MoveType | undefined, context: Context): MoveNode => {
  context.budget.left--
  const inner = { ...context, depth: context.depth + 1 }
  const fields = fieldsOf(value)
  if (type?.name === '0x1::option::Option' && Array.isArray(fields.vec))
    return fields.vec.length === 0 ? { kind: 'none' } : nodeOf(fields.vec[0], type.args[0], inner)
  if (type?.name === '0x1::object::Object') {
    const address = addressOf(fields.inner)
    if (address) return { kind: 'address', address }
  }
  if (Array.isArray(value)) return itemsOf(value, type, inner)
  if (typeof value === 'object' && value !== null) return fieldsNode(fields, type, inner)
  const text = jsonTextOf(value) ?? String(value)
  const mayBeAddress = type ? type.name === 'address' : addressNames.has(context.name ?? '')
  const address = mayBeAddress ? addressOf(text) : undefined
  return address ? { kind: 'address', address } : { kind: 'text', text: cutText(text, textMax) }
}

const itemsOf = (value: readonly unknown[], type: MoveType | undefined, context: Context): MoveNode => {
  const shown = context.depth > depthMax ? 0 : Math.min(itemsMax, context.budget.left, value.length)
  const items: MoveNode[] = []
  for (const item of value.slice(0, Math.max(0, shown))) {
    if (context.budget.left <= 0) break
    items.push(nodeOf(item, type?.name === 'vector' ? type.args[0] : undefined, context))
  }
  return { kind: 'items', items, more: value.length - items.length }
}

const fieldsNode = (
  value: Readonly<Record<string, unknown>>,
  type: MoveType | undefined,
  context: Context,
): MoveNode => {
  const definition = type && context.structs.get(type.name)
  const variant = typeof value[variantKey] === 'string' ? value[variantKey] : undefined
  const defined = variant === undefined ? definition : definition?.variants?.find(({ name }) => name === variant)
  const types = new Map(defined?.fields.map((field) => [field.name, field.type]))
  const entries = Object.entries(value).filter(([name]) => variant === undefined || name !== variantKey)
  const fields: MoveField[] = []
  for (const [name, item] of context.depth > depthMax ? [] : entries.slice(0, fieldsMax)) {
    if (context.budget.left <= 0) break
    const declared = types.get(name)
    const generic = declared === undefined ? undefined : parseMoveType(declared)
    const own = generic && instantiate(generic, type?.args ?? [])
    fields.push({
      name: cutText(name, nameMax),
      type: own ? moveTypeText(own) : declared,
      node: nodeOf(item, own, { ...context, name }),
    })
  }
  const more = entries.length - fields.length
  return { kind: 'fields', fields, more, ...(variant !== undefined && { variant: cutText(variant, nameMax) }) }
}

const addressOf = (value: unknown): string | undefined => (typeof value === 'string' ? aptosAddress(value) : undefined)
