import { toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { headerFields, isQuantityField } from '#lib/evm/chain/checks/header-bytes.ts'
import type { Raw } from '#lib/evm/chain/checks/raw-fields.ts'
import { EraFault } from './era-fault.ts'
import { decodeRlp, hexQuantity, itemHex, itemList } from './rlp-items.ts'

/** Until London 15 fields; each later upgrade added to them. */
const fieldsMin = 15

/** A header as a node returns it; some fields are named for the compiler. */
type EraHeader = Raw & { hash: Hex; number: Hex; parentHash: Hex; difficulty: Hex; sha3Uncles: Hex }

export const eraHeader = (bytes: Buffer): EraHeader => {
  const items = itemList(decodeRlp(bytes, 'header'), 'header')
  if (items.length < fieldsMin || items.length > headerFields.length)
    throw new EraFault(
      `its header has ${items.length} fields: this version knows ${fieldsMin} to ${headerFields.length}`,
    )
  const fieldOf = (name: string): Hex => {
    const item = items[headerFields.indexOf(name)]
    return isQuantityField(name) ? hexQuantity(item, name) : itemHex(item, name)
  }
  const names = headerFields.slice(0, items.length)
  return {
    ...Object.fromEntries(names.map((name) => [name, fieldOf(name)])),
    parentHash: fieldOf('parentHash'),
    sha3Uncles: fieldOf('sha3Uncles'),
    difficulty: fieldOf('difficulty'),
    number: fieldOf('number'),
    hash: toHex(keccak256(bytes)),
  }
}
