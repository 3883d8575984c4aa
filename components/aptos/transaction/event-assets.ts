import { fieldsOf, jsonListOf, jsonTextOf, type MoveFields } from '#components/aptos/parts/values/move-json.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { digitsOfBytes } from '#lib/base/hex.ts'

/** A token or collection that an event is about; the id is that of its page. */
export type EventAsset = { kind: 'token' | 'collection'; id: string; name: string }

/** Objects of a transaction that are tokens or collections, by their long address. */
type AssetObjects = ReadonlyMap<string, Pick<EventAsset, 'kind' | 'name'>>

const objectTypes: ReadonlyMap<string, EventAsset['kind']> = new Map([
  ['0x4::token::Token', 'token'],
  ['0x4::collection::Collection', 'collection'],
])

/** The changes of a transaction show which of its objects are digital assets: other objects emit the same events. */
export const assetObjects = (changes: unknown): AssetObjects => {
  const objects = new Map<string, { kind: EventAsset['kind']; name: string }>()
  const names = new Map<string, string>()
  for (const item of jsonListOf(changes)) {
    const change = fieldsOf(item)
    const address = aptosAddress(jsonTextOf(change.address) ?? '')
    const written = fieldsOf(change.data)
    const type = jsonTextOf(written.type) ?? ''
    const fields = fieldsOf(written.data)
    const kind = objectTypes.get(type)
    if (address === undefined) continue
    if (kind) objects.set(address, { kind, name: jsonTextOf(fields.name) ?? '' })
    // Newer tokens keep their name in a separate resource, and leave the old field empty.
    if (type === '0x4::token::TokenIdentifiers') names.set(address, jsonTextOf(fieldsOf(fields.name).value) ?? '')
  }
  for (const [address, object] of objects) object.name ||= names.get(address) ?? ''
  return objects
}

/** The tokens and collections that an event names, each once. */
export const eventAssets = async (event: MoveFields, objects: AssetObjects): Promise<EventAsset[]> => {
  const type = jsonTextOf(event.type) ?? ''
  const data = fieldsOf(event.data)
  if (type.startsWith('0x3::')) return await namedAssets(data)
  if (!/^0x(4|1::object)::/.test(type)) return []
  const addresses = [
    ...['token', 'object', 'token_address', 'collection'].map((field) => jsonTextOf(data[field])),
    jsonTextOf(fieldsOf(event.guid).account_address),
  ]
  const found = new Map<string, EventAsset>()
  for (const one of addresses) {
    const address = aptosAddress(one ?? '')
    const object = address && objects.get(address)
    if (address && object) found.set(address, { ...object, id: address.slice(2) })
  }
  return [...found.values()]
}

/** A token of module 0x3 is identified by creator, collection and name, in any field of an event. */
const namedAssets = async (data: MoveFields): Promise<EventAsset[]> => {
  const found = new Map<string, EventAsset>()
  for (const value of Object.values(data)) {
    const fields = fieldsOf(value)
    const { creator, collection, name } = textFields(
      'token_data_id' in fields ? fieldsOf(fields.token_data_id) : fields,
    )
    if (creator === undefined || collection === undefined || name === undefined) continue
    const id = await sha256(`${creator}::${collection}::${name}`)
    found.set(id, { kind: 'token', id, name })
  }
  const { creator, collection_name: own } = textFields(data)
  if (creator !== undefined && own !== undefined) {
    const id = await sha256(`${creator}::${own}`)
    found.set(id, { kind: 'collection', id, name: own })
  }
  return [...found.values()]
}

const textFields = (fields: MoveFields) => ({
  creator: aptosAddress(jsonTextOf(fields.creator) ?? ''),
  collection: jsonTextOf(fields.collection),
  collection_name: jsonTextOf(fields.collection_name),
  name: jsonTextOf(fields.name),
})

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return digitsOfBytes(new Uint8Array(digest))
}
