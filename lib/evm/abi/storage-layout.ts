import * as z from 'zod'

/** Names of storage slots by the compiler's `storageLayout` of verified sources. */
export type StorageNames = {
  /** The variables in a slot, such as `owner, isPaused`. */
  inSlot(slot: bigint): string | undefined
  /** The mapping, list or text whose entries are at hashes of this slot. */
  rootAt(slot: bigint): string | undefined
}

const placesMax = 4_000
const elementsMax = 512
const depthMax = 8
const labelMax = 100
const wordBytes = 32

const variable = z.object({
  label: z.string().max(1_000),
  slot: z.string().regex(/^\d{1,78}$/),
  offset: z.int().min(0).max(31).catch(0),
  type: z.string().max(1_000),
})
const layoutSchema = z.object({
  storage: z.array(variable).max(2_000),
  types: z
    .record(
      z.string(),
      z.object({
        encoding: z.enum(['inplace', 'mapping', 'dynamic_array', 'bytes']),
        label: z.string().max(1_000).catch(''),
        numberOfBytes: z.string().regex(/^\d{1,78}$/),
        base: z.string().optional(),
        key: z.string().optional(),
        value: z.string().optional(),
        members: z.array(variable).max(500).optional(),
      }),
    )
    .nullable(),
})

export type StorageLayout = z.output<typeof layoutSchema>

/** A compiler's `storageLayout`; undefined if it is something else. */
export const readLayout = (layout: unknown): StorageLayout | undefined => layoutSchema.safeParse(layout).data

/** Names of the slots of a storage layout; undefined if it is not one. @see https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html */
export const storageNames = (layout: unknown): StorageNames | undefined => {
  const parsed = readLayout(layout)
  if (!parsed) return undefined
  const { storage, types } = parsed
  const inSlot = new Map<bigint, string[]>()
  const roots = new Map<bigint, string>()
  let left = placesMax
  const add = (slot: bigint, name: string): void => {
    if (--left < 0) return
    const label = name.length > labelMax ? `${name.slice(0, labelMax - 1)}…` : name
    inSlot.set(slot, [...(inSlot.get(slot) ?? []), label])
  }
  const place = (name: string, typeName: string, slot: bigint, depth: number): void => {
    const type = types && Object.hasOwn(types, typeName) ? types[typeName] : undefined
    if (!type || depth > depthMax || left <= 0) {
      add(slot, name)
      return
    }
    if (type.encoding !== 'inplace') {
      if (type.encoding !== 'mapping') add(slot, type.encoding === 'dynamic_array' ? `${name}.length` : name)
      roots.set(slot, name.slice(0, labelMax))
      return
    }
    if (type.members)
      for (const member of type.members)
        place(`${name}.${member.label}`, member.type, slot + BigInt(member.slot), depth + 1)
    else if (type.base !== undefined)
      placeElements(name, type.base, { slot, bytes: BigInt(type.numberOfBytes), label: type.label }, depth)
    else add(slot, name)
  }
  const placeElements = (
    name: string,
    base: string,
    list: { slot: bigint; bytes: bigint; label: string },
    depth: number,
  ): void => {
    const bytes = Number(types && Object.hasOwn(types, base) ? (types[base]?.numberOfBytes ?? 0) : 0)
    // The bytes of a list are those of whole slots: its type says how many elements it has.
    const [, declared] = /\[(\d{1,9})\]$/.exec(list.label) ?? []
    const count = Math.min(elementCount(bytes, list.bytes), Number(declared ?? elementsMax))
    const perSlot = Math.max(1, Math.floor(wordBytes / Math.max(bytes, 1)))
    const slotsEach = BigInt(Math.ceil(bytes / wordBytes))
    for (let index = 0; index < count && left > 0; index++) {
      const at = bytes > wordBytes / 2 ? BigInt(index) * slotsEach : BigInt(Math.floor(index / perSlot))
      place(`${name}[${index}]`, base, list.slot + at, depth + 1)
    }
  }
  for (const { label, slot, type } of storage) place(label, type, BigInt(slot), 0)
  return { inSlot: (slot) => inSlot.get(slot)?.join(', '), rootAt: (slot) => roots.get(slot) }
}

/** Elements of a list of fixed length; a layout names its bytes, rounded up to whole slots. */
const elementCount = (elementBytes: number, listBytes: bigint): number => {
  if (elementBytes <= 0 || !Number.isFinite(elementBytes)) return 0
  const slots = listBytes / BigInt(wordBytes)
  const count =
    elementBytes > wordBytes / 2
      ? slots / BigInt(Math.ceil(elementBytes / wordBytes))
      : slots * BigInt(Math.floor(wordBytes / elementBytes))
  return Number(count < BigInt(elementsMax) ? count : BigInt(elementsMax))
}
