import { wordOf } from '#lib/base/hex.ts'
import { hashOf, hashOfText } from '#lib/base/keccak.ts'
import type { StorageNames } from '#lib/evm/abi/storage-layout.ts'

/**
 * What a storage slot is, as far as it can be proven. `well_known`: a standard defines the slot. `derived`: the slot is the hash of
 * these parts. `layout`: the compiler placed the variable there, by the verified source.
 */
export type SlotName = { name: string; source: 'well_known' | 'derived' | 'layout' }

const textHash = (text: string): bigint => BigInt(hashOfText(text))

/** The slot of a namespace, by EIP-7201. */
const namespaceSlot = (id: string): bigint => BigInt(hashOf(wordOf(textHash(id) - 1n))) & ~0xffn

/** Slots of standards and of libraries that most proxies use. */
const standardSlots: readonly [slot: bigint, name: string][] = [
  [textHash('eip1967.proxy.implementation') - 1n, 'implementation (EIP-1967)'],
  [textHash('eip1967.proxy.admin') - 1n, 'admin (EIP-1967)'],
  [textHash('eip1967.proxy.beacon') - 1n, 'beacon (EIP-1967)'],
  [textHash('eip1967.proxy.rollback') - 1n, 'rollback (EIP-1967)'],
  [textHash('PROXIABLE'), 'implementation (EIP-1822)'],
  [textHash('org.zeppelinos.proxy.implementation'), 'implementation (ZeppelinOS)'],
  [textHash('org.zeppelinos.proxy.admin'), 'admin (ZeppelinOS)'],
  [textHash('diamond.standard.diamond.storage'), 'diamond storage (EIP-2535)'],
]
const namespaces = [
  ...['AccessControl', 'EIP712', 'ERC1155', 'ERC20', 'ERC20Votes', 'ERC4626', 'ERC721', 'Initializable', 'Nonces'],
  ...['Ownable', 'Ownable2Step', 'Pausable', 'ReentrancyGuard', 'Votes'],
].map((name) => `openzeppelin.storage.${name}`)

/** Fields after the first one of a namespace, an entry of a mapping or a list. */
const fieldsMax = 8n
/** Declared variables whose mappings are looked for. */
const basesMax = 64n
const keysMax = 64
const nestedKeysMax = 12
const nestedBasesMax = 24

/** Names by the first slot of what they name. */
type Places = Map<bigint, string>

const standards = new Map(standardSlots)
const namespacePlaces: Places = new Map(namespaces.map((id) => [namespaceSlot(id), id]))
const bases = [
  ...Array.from({ length: Number(basesMax) }, (_, slot): [bigint, string] => [BigInt(slot), `slot ${slot}`]),
  ...[...namespacePlaces].flatMap(([slot, id]) =>
    [0n, 1n, 2n].map((field): [bigint, string] => [slot + field, plus(id, field)]),
  ),
]

function plus(name: string, field: bigint): string {
  return field === 0n ? name : `${name} + ${field}`
}

const listPlaces: Places = new Map(bases.map(([slot, name]) => [BigInt(hashOf(wordOf(slot))), `list at ${name}`]))

/**
 * Names of the storage slots of one contract. Slots of mappings are hashes: `keys` are tried, which are the 32-byte words that the
 * transaction was about. A name is only given if the hash matches.
 */
export const slotNames = (
  slots: readonly string[],
  keys: readonly string[],
  layout?: StorageNames,
): Map<string, SlotName> => {
  const names = provenNames(slots, keys)
  if (layout)
    for (const slot of slots) {
      const name = layoutName(slot, names.get(slot), layout)
      if (name !== undefined) names.set(slot, { name, source: 'layout' })
    }
  return names
}

/** The name with the variables of a layout in place of slots; undefined if the layout says nothing of it. */
const layoutName = (slot: string, known: SlotName | undefined, layout: StorageNames): string | undefined => {
  if (known?.source !== 'derived') return layout.inSlot(BigInt(slot))
  const [, list, number = '', entry = ''] = /^(list at )?slot (\d{1,3})(?![\d])(.*)$/.exec(known.name) ?? []
  const root = number === '' ? undefined : layout.rootAt(BigInt(number))
  return root === undefined ? undefined : `${root}${list === undefined ? '' : '[]'}${entry}`
}

const provenNames = (slots: readonly string[], keys: readonly string[]): Map<string, SlotName> => {
  const names = new Map<string, SlotName>()
  let open = slots.filter((slot) => {
    const number = BigInt(slot)
    const standard = standards.get(number)
    if (standard) names.set(slot, { name: standard, source: 'well_known' })
    const field = standard ? undefined : placeIn(namespacePlaces, number)
    if (field) names.set(slot, { name: field, source: 'well_known' })
    return !standard && !field && number >= basesMax
  })
  const tryPlaces = (places: Places): void => {
    open = open.filter((slot) => {
      const name = placeIn(places, BigInt(slot))
      if (name) names.set(slot, { name, source: 'derived' })
      return !name
    })
  }
  if (open.length > 0) tryPlaces(listPlaces)
  const tried = keys.slice(0, keysMax)
  if (open.length > 0) tryPlaces(mappingPlaces(tried, bases))
  if (open.length > 0) {
    const outer = [...mappingPlaces(tried.slice(0, nestedKeysMax), bases.slice(0, nestedBasesMax))]
    tryPlaces(mappingPlaces(tried.slice(0, nestedKeysMax), outer))
  }
  return names
}

/** Where a mapping at one of the bases keeps the value of each key. */
const mappingPlaces = (keys: readonly string[], mappings: readonly [bigint, string][]): Places =>
  new Map(
    mappings.flatMap(([slot, name]) =>
      keys.map((key): [bigint, string] => [
        BigInt(hashOf(`${key.slice(2)}${wordOf(slot)}`)),
        `${name} [${keyText(key)}]`,
      ]),
    ),
  )

/** A number as decimal text if it is short, otherwise an address if it fits, otherwise the whole word. */
const keyText = (key: string): string => {
  const number = BigInt(key)
  if (number < 2n ** 64n) return String(number)
  return number < 2n ** 160n ? `0x${key.slice(-40)}` : key
}

const placeIn = (places: Places, slot: bigint): string | undefined => {
  for (let field = 0n; field < fieldsMax && field <= slot; field++) {
    const name = places.get(slot - field)
    if (name) return plus(name, field)
  }
  return undefined
}
