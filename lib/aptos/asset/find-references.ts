import type { AptosStructDefinition } from '#lib/aptos/account/contract.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { instantiate, type MoveType, moveTypeText, parseMoveType } from '#lib/aptos/api/format/move-type.ts'
import type { MoveResource } from '#lib/aptos/chain/rpc/state-reader.ts'
import { isFields } from '#lib/base/is-fields.ts'

/** What its holder may do: `transfer` is to freeze a store and to move its balance, `freeze` only the first. */
type ReferenceKind = 'mint' | 'burn' | 'transfer' | 'freeze'

export type FoundReference = { kind: ReferenceKind; address: string; resource: string }

/** The asset that references are searched for. Its id is long. */
export type ReferencedAsset = { id: string; coinType: string | null }

const ofAssets = new Map<string, ReferenceKind>([
  ['0x1::fungible_asset::MintRef', 'mint'],
  ['0x1::fungible_asset::BurnRef', 'burn'],
  ['0x1::fungible_asset::TransferRef', 'transfer'],
])
const ofCoins = new Map<string, ReferenceKind>([
  ['0x1::coin::MintCapability', 'mint'],
  ['0x1::coin::BurnCapability', 'burn'],
  ['0x1::coin::FreezeCapability', 'freeze'],
])

/** Values visited in one resource, and structs within structs: hostile ones may have any number. */
const valuesMax = 20_000
const depthMax = 16
/** Resources beyond this size hold data of applications. */
const textMax = 200_000

/** Whether a resource may contain a reference to the asset: only those are worth the definitions of their types. */
export const mayContainReference = ({ type, data }: MoveResource, { id, coinType }: ReferencedAsset): boolean => {
  if (type.startsWith('0x1::fungible_asset::') || type.startsWith('0x1::coin::CoinStore<')) return false
  const text = JSON.stringify(data) ?? ''
  if (text.length > textMax) return false
  const digits = id.slice(2).replace(/^0+(?=.)/, '')
  // A capability has no content: nodes show its placeholder field.
  return text.toLowerCase().includes(digits) || (coinType !== null && text.includes('"dummy_field"'))
}

/** The references to the asset in these resources of an account, found by the declared types of their fields. */
export const findReferences = (
  address: string,
  resources: readonly MoveResource[],
  asset: ReferencedAsset,
  structs: readonly AptosStructDefinition[],
): FoundReference[] => {
  const known = new Map(structs.map((struct) => [struct.name, struct]))
  return resources.flatMap(({ type, data }) => {
    const kinds = new Set<ReferenceKind>()
    const parsed = parseMoveType(type)
    if (parsed) visit(data, parsed, { known, asset, found: (kind) => kinds.add(kind), budget: { left: valuesMax } }, 0)
    return [...kinds].map((kind) => ({ kind, address, resource: type }))
  })
}

type Visit = {
  known: ReadonlyMap<string, AptosStructDefinition>
  asset: ReferencedAsset
  found: (kind: ReferenceKind) => void
  budget: { left: number }
}

const visit = (value: unknown, type: MoveType, context: Visit, depth: number): void => {
  if (depth > depthMax || context.budget.left-- <= 0) return
  const next = (inner: unknown, innerType: MoveType | undefined): void => {
    if (innerType) visit(inner, innerType, context, depth + 1)
  }
  if (Array.isArray(value)) {
    for (const item of value) next(item, type.args[0])
    return
  }
  if (!isFields(value)) return
  const { asset, found } = context
  const reference = ofAssets.get(type.name)
  if (reference) {
    if (objectOf(value.metadata) === asset.id) found(reference)
    return
  }
  const capability = ofCoins.get(type.name)
  if (capability) {
    const [coin] = type.args
    if (coin && asset.coinType !== null && moveTypeText(coin) === asset.coinType) found(capability)
    return
  }
  if (type.name === '0x1::option::Option') {
    next(value.vec, { name: 'vector', args: type.args })
    return
  }
  for (const field of context.known.get(type.name)?.fields ?? []) {
    const declared = parseMoveType(field.type)
    next(value[field.name], declared && instantiate(declared, type.args))
  }
}

const objectOf = (value: unknown): string | undefined =>
  isFields(value) && typeof value.inner === 'string' ? aptosAddress(value.inner) : undefined
