import type { StorageLayout } from './storage-layout.ts'

/** Where a variable is in the storage of a contract. */
export type StorageVariable = {
  /** With its path: `config.owner`, `prices[2]`. */
  name: string
  /** As sources write it: `mapping(address => uint256)`. */
  type: string
  /** Its entry in the types of the layout. */
  typeName: string
  slot: bigint
  /** Bytes of the slot to the right of it. */
  offset: number
  bytes: number
  kind: 'value' | 'text' | 'list' | 'mapping'
}

const variablesMax = 200
const depthMax = 8
const nameMax = 200
const elementsMax = 32
export const wordBytes = 32

export const storageTypeOf = ({ types }: StorageLayout, name: string) =>
  types && Object.hasOwn(types, name) ? types[name] : undefined

/** Variables in the order of their slots, with the members of structs and the first elements of lists of fixed length. */
export const storageVariables = (layout: StorageLayout): StorageVariable[] => {
  const found: StorageVariable[] = []
  for (const { label, type, slot, offset } of layout.storage)
    placeVariable(layout, found, { name: label, typeName: type, slot: BigInt(slot), offset })
  return found
}

/** Adds the variable of a type at a place, or the parts that it consists of. */
export const placeVariable = (
  layout: StorageLayout,
  found: StorageVariable[],
  { name, typeName, slot, offset }: Pick<StorageVariable, 'name' | 'typeName' | 'slot' | 'offset'>,
  depth = 0,
): void => {
  const type = storageTypeOf(layout, typeName)
  if (!type || depth > depthMax || found.length >= variablesMax) return
  const { encoding, members, base, label } = type
  if (encoding === 'inplace' && members)
    for (const { label, type, slot: at, offset } of members)
      placeVariable(
        layout,
        found,
        { name: `${name}.${label}`, typeName: type, slot: slot + BigInt(at), offset },
        depth + 1,
      )
  else if (encoding === 'inplace' && base !== undefined) {
    const [, declared] = /\[(\d{1,9})\]$/.exec(label) ?? []
    for (let index = 0; index < Math.min(Number(declared ?? 0), elementsMax); index++) {
      const at = elementAt(layout, base, slot, BigInt(index))
      placeVariable(layout, found, { name: `${name}[${index}]`, typeName: base, ...at }, depth + 1)
    }
  } else
    found.push({
      name: name.slice(0, nameMax),
      type: label.slice(0, nameMax),
      typeName,
      slot: slot % 2n ** 256n,
      offset,
      bytes: Math.min(Number(type.numberOfBytes), wordBytes),
      kind: kinds[encoding],
    })
}

const kinds = { inplace: 'value', mapping: 'mapping', dynamic_array: 'list', bytes: 'text' } as const

/** Where an element of a list that begins at a slot is: small ones share slots. */
export const elementAt = (layout: StorageLayout, base: string, slot: bigint, index: bigint) => {
  const bytes = BigInt(storageTypeOf(layout, base)?.numberOfBytes ?? wordBytes)
  const word = BigInt(wordBytes)
  if (bytes === 0n || bytes > word / 2n) return { slot: slot + index * ((bytes + word - 1n) / word), offset: 0 }
  const perSlot = word / bytes
  return { slot: slot + index / perSlot, offset: Number((index % perSlot) * bytes) }
}
