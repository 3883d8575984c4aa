import * as z from 'zod'
import { longAddress } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import { addressField, boundedU64, readFields, readTyped, type Typed } from './node-fields.ts'

/*
 * Digital assets (token v2): each an object with a resource 0x4::token::Token. Only such objects count: other objects are moved
 * by the same events.
 */

/** One event of an asset. Addresses are long. */
export type AssetActivity = {
  token: string
  eventIndex: number
  type: string
  eventAccount: string
  creationNumber: string
  sequenceNumber: string
  /** Undefined for a burn event without an owner, which means the current owner. */
  from: string | null | undefined
  to: string | null
  amount: '0' | '1'
}

/** The digital assets of one transaction; every address is long. */
export type AssetFacts = {
  activities: AssetActivity[]
  /** Assets as they are after the transaction, by address. */
  tokens: Map<string, { collection: string; name: string; uri: string; owner: string | undefined }>
  collections: Map<string, { creator: string; name: string; uri: string }>
  /** The previous owner of an asset. */
  left: { token: string; owner: string }[]
  /** Burned assets, with their collection, and the owner if the event contains it. */
  burned: Map<string, { owner: string | undefined; collection: string }>
}

type Objects = Pick<AssetFacts, 'tokens' | 'collections'> & { owners: Map<string, string> }

const tokenResource = z.object({ collection: z.object({ inner: addressField }), name: z.string(), uri: z.string() })
const identifiers = z.object({ name: z.object({ value: z.string() }) })
export const collectionResource = z.object({ creator: addressField, name: z.string(), uri: z.string() })
const objectCore = z.object({ owner: addressField })

const resource = z.object({ address: addressField, data: z.object({ type: z.string(), data: z.unknown() }) })
const deletion = z.object({ address: addressField, resource: z.string() })
const placed = z.object({
  guid: z.object({ account_address: addressField, creation_number: boundedU64 }),
  sequence_number: boundedU64,
  data: z.unknown(),
})
const ofToken = z.object({ token: addressField })
const burn = z.object({ token: addressField, collection: addressField, previous_owner: addressField })
const move = z.object({ object: addressField, from: addressField, to: addressField })
const mutation = z.object({ token_address: addressField })

type User = { sender: string; events: readonly unknown[]; changes: readonly unknown[]; version: string }
type Placed = z.output<typeof placed>
type AssetEvent = Pick<AssetActivity, 'token' | 'from' | 'to' | 'amount'> & { burnedOf?: string }
type Reader = (
  event: Placed,
  context: { what: string; version: string; sender: string; owners: Map<string, string> },
) => AssetEvent

/** The content of each event, as handle events and as module events. */
const assetEvents: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    '0x4::collection::MintEvent': ({ data }, { what, version, owners }) => minted(data, what, version, owners),
    '0x4::collection::Mint': ({ data }, { what, version, owners }) => minted(data, what, version, owners),
    '0x4::collection::BurnEvent': ({ data, guid }, { what, version }) => {
      const { token } = readFields(ofToken, data, what, version)
      return { token, from: undefined, to: null, amount: '1', burnedOf: guid.account_address }
    },
    '0x4::collection::Burn': ({ data }, { what, version }) => {
      const { token, collection, previous_owner } = readFields(burn, data, what, version)
      return { token, from: previous_owner, to: null, amount: '1', burnedOf: collection }
    },
    '0x1::object::TransferEvent': ({ data }, { what, version }) => moved(data, what, version),
    '0x1::object::Transfer': ({ data }, { what, version }) => moved(data, what, version),
    '0x4::token::MutationEvent': ({ guid }, { sender }) => ({
      token: guid.account_address,
      from: sender,
      to: null,
      amount: '0',
    }),
    '0x4::token::Mutation': ({ data }, { what, version }) => {
      const { token_address } = readFields(mutation, data, what, version)
      return { token: token_address, from: token_address, to: null, amount: '0' }
    },
  } satisfies Record<string, Reader>),
)

const minted = (data: unknown, what: string, version: string, owners: Map<string, string>): AssetEvent => {
  const { token } = readFields(ofToken, data, what, version)
  return { token, from: owners.get(longAddress(token)) ?? null, to: null, amount: '1' }
}

const moved = (data: unknown, what: string, version: string): AssetEvent => {
  const { object, from, to } = readFields(move, data, what, version)
  return { token: object, from, to, amount: '1' }
}

/** @throws ServiceError `upstream_failed` if an event or resource does not match its type. */
export const decodeAssets = ({ sender, events, changes, version }: User): AssetFacts | undefined => {
  const { tokens, collections, owners } = readObjects(changes, version)
  const facts: AssetFacts = { activities: [], tokens, collections, left: [], burned: new Map() }
  const found: AssetActivity[] = []
  /** Derived from earlier events: an older burn event does not contain the owner. */
  const holders = new Map<string, string>()
  for (const [eventIndex, event] of events.entries()) {
    const { type } = readTyped(event, 'an event', version)
    const reader = assetEvents.get(type)
    if (reader === undefined) continue
    const what = `an event ${type}`
    const place = readFields(placed, event, what, version)
    const { burnedOf, ...assetEvent } = reader(place, { what, version, sender, owners })
    const token = longAddress(assetEvent.token)
    // The object of a burned asset may remain, with its last owner.
    const from =
      assetEvent.from === undefined
        ? (holders.get(token) ?? owners.get(token))
        : assetEvent.from && longAddress(assetEvent.from)
    if (assetEvent.to) holders.set(token, longAddress(assetEvent.to))
    if (burnedOf !== undefined) facts.burned.set(token, { owner: from ?? undefined, collection: longAddress(burnedOf) })
    found.push({
      token,
      eventIndex,
      type,
      eventAccount: longAddress(place.guid.account_address),
      creationNumber: place.guid.creation_number,
      sequenceNumber: place.sequence_number,
      from,
      to: assetEvent.to && longAddress(assetEvent.to),
      amount: assetEvent.amount,
    })
  }
  facts.activities = found.filter(({ token }) => tokens.has(token) || facts.burned.has(token))
  for (const { token, type, from, to } of facts.activities)
    if (type.startsWith('0x1::object::') && from && from !== to) facts.left.push({ token, owner: from })
  const isEmpty = facts.activities.length === 0 && [tokens, collections, facts.burned].every(({ size }) => size === 0)
  return isEmpty ? undefined : facts
}

const resourceTypes = new Set([
  '0x1::object::ObjectCore',
  '0x4::token::TokenIdentifiers',
  '0x4::collection::Collection',
  '0x4::token::Token',
])

/** Whether a resource may be one of these. Without a type it is no resource, which reading it reports. */
const isAboutAssets = ({ data }: Typed): boolean =>
  !isFields(data) || typeof data.type !== 'string' || resourceTypes.has(data.type)

/** The assets and collections among the writes. A node returns each resource of an object separately and in full. */
const readObjects = (changes: readonly unknown[], version: string): Objects => {
  const owners = new Map<string, string>()
  const names = new Map<string, string>()
  const tokens: AssetFacts['tokens'] = new Map()
  const collections: AssetFacts['collections'] = new Map()
  const deleted: string[] = []
  for (const change of changes) {
    const written = readTyped(change, 'a change', version)
    const { type } = written
    if (type === 'delete_resource') {
      const { address: at, resource } = readFields(deletion, change, 'a deletion', version)
      if (resource === '0x1::object::ObjectGroup') deleted.push(longAddress(at))
    }
    if (type !== 'write_resource' || !isAboutAssets(written)) continue
    const { address: at, data } = readFields(resource, change, 'a resource', version)
    const object = longAddress(at)
    const what = `a resource ${data.type}`
    if (data.type === '0x1::object::ObjectCore')
      owners.set(object, longAddress(readFields(objectCore, data.data, what, version).owner))
    if (data.type === '0x4::token::TokenIdentifiers')
      names.set(object, readFields(identifiers, data.data, what, version).name.value)
    if (data.type === '0x4::collection::Collection') {
      const { creator, name, uri } = readFields(collectionResource, data.data, what, version)
      collections.set(object, { creator: longAddress(creator), name, uri })
    }
    if (data.type === '0x4::token::Token') {
      const { collection, name, uri } = readFields(tokenResource, data.data, what, version)
      tokens.set(object, { collection: longAddress(collection.inner), name, uri, owner: undefined })
    }
  }
  for (const object of deleted) tokens.delete(object)
  // Newer tokens keep their name in a separate resource, and leave the old field empty.
  for (const [object, token] of tokens) {
    token.owner = owners.get(object)
    token.name ||= names.get(object) ?? ''
  }
  return { owners, tokens, collections }
}
