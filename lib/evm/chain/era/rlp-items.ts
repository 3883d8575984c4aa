import { RLP } from '@ethereumjs/rlp'
import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { EraFault } from './era-fault.ts'

/** Decoded RLP. */
export type Item = Uint8Array | Item[]

/** @throws EraFault. Takes a `Buffer`, whose slices are views: the library slices the rest for each item. */
export const decodeRlp = (bytes: Buffer, what: string): Item => {
  try {
    return RLP.decode(bytes)
  } catch (cause) {
    throw new EraFault(`its ${what} is not valid RLP`, { cause })
  }
}

export const itemList = (item: Item | undefined, what: string): Item[] => {
  if (Array.isArray(item)) return item
  throw new EraFault(`its ${what} is not a list`)
}

export const itemBytes = (item: Item | undefined, what: string): Uint8Array => {
  if (item instanceof Uint8Array) return item
  throw new EraFault(`its ${what} is not a byte string`)
}

export const itemHex = (item: Item | undefined, what: string): Hex => toHex(itemBytes(item, what))

/** As nodes write numbers: RLP has no bytes for 0. */
export const hexQuantity = (item: Item | undefined, what: string): Hex => {
  const bytes = itemBytes(item, what)
  return bytes.length === 0 ? '0x0' : toHex(bytes)
}
