import * as z from 'zod'
import type {
  AptosCollectionRow,
  AptosContent,
  AptosTableHandleRow,
  AptosTokenActivityRow,
  AptosTokenRow,
} from '#lib/aptos/chain/tables.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import { longAddress } from '#lib/base/hex.ts'
import type { BlockLink } from '#lib/indexing/chain.ts'
import { editionKey, type TokenColumns, type TokenName, toBytes32, tokenColumns, tokenEvents } from './bytes.ts'
import { decodeFungible } from './decode-fungible.ts'
import { type AssetFacts, decodeAssets } from './digital-assets.ts'
import type { FungibleFacts } from './fungible-facts.ts'
import { addressField, anyList, boundedU64, readFields, readTyped, type Typed } from './node-fields.ts'
import { type ItemChange, tokenItemChange } from './token-items.ts'
import { type CollectionItem, collectionOfItem, createdByEvent, type Seen, tokenOfItem } from './token-terms.ts'

/** An item of a table that may be a token store, with everything needed for its row once the owner is known. */
type TokenItemRow = {
  handle: string
  edition: string
  /** A fault is the message of an error if the table is a token store: the node's bytes are not a token. */
  content: (TokenColumns & { amount: string; properties: string | null }) | { fault: string }
}

/** The token data of one transaction. */
export type DecodedTokens = {
  version: number
  /** Microseconds. */
  timestamp: number
  handles: AptosTableHandleRow[]
  activities: AptosTokenActivityRow[]
  items: TokenItemRow[]
  /** Senders and recipients of an edition: the written store belongs to one of them. Long addresses. */
  holders: Map<string, Set<string>>
  collections: AptosCollectionRow[]
  /** Their rows need the creator, who owns the table. */
  collectionItems: CollectionItem[]
  tokens: AptosTokenRow[]
  assets: AssetFacts | undefined
}

/** One version of the ledger, as far as the index needs it. Plain data: threads decode, and send it. */
export type DecodedVersion = BlockLink & {
  /** Undefined if it does not concern tokens. */
  facts: DecodedTokens | undefined
  /** Undefined if it does not concern coins or fungible assets, or they are not indexed. */
  fungible: FungibleFacts | undefined
  /** The number of events and changes, a measure of the work. */
  weight: number
}

export type DecodeOptions = { chainId: number; contents: readonly AptosContent[] }

const anyVersion = z.object({ type: z.string().min(1), version: boundedU64, hash: addressField })
const userVersion = z.object({
  timestamp: boundedU64.refine((text) => Number.isSafeInteger(Number(text))),
  sender: addressField,
  events: anyList,
  changes: anyList,
})
const eventPlace = z.object({
  guid: z.object({ account_address: addressField, creation_number: boundedU64 }),
  sequence_number: boundedU64,
  data: z.unknown(),
})
const resourceChange = z.object({ address: addressField, data: z.object({ data: z.unknown() }) })

/** Resources with tables of tokens, and the path of the handle in each. */
const table = z.object({ handle: addressField })
const tableResources = new Map<string, z.ZodType<string>>([
  ['0x3::token::TokenStore', z.object({ tokens: table }).transform(({ tokens }) => tokens.handle)],
  ['0x3::token::Collections', z.object({ collection_data: table }).transform((data) => data.collection_data.handle)],
  [
    '0x3::token_transfers::PendingClaims',
    z.object({ pending_claims: table }).transform((data) => data.pending_claims.handle),
  ],
])

/**
 * Decodes one transaction in the node's format. Unknown kinds, events and changes contain no tokens and are skipped:
 * pages show them from the node. Known ones must have the expected format. @throws ServiceError `upstream_failed` for a
 * truncated or invalid response.
 */
export const decodeVersion = (transaction: unknown, options: DecodeOptions): DecodedVersion => {
  const { type, version, hash } = readFields(anyVersion, transaction, 'a transaction', 'unknown')
  const number = Number(version)
  if (!Number.isSafeInteger(number))
    throw new ServiceError('upstream_failed', `The Aptos node returned version ${version}, which is beyond any ledger.`)
  const fungible = options.contents.includes('fungible_assets')
    ? decodeFungible(transaction, { chainId: options.chainId, number, type })
    : undefined
  const link = { number, hash: longAddress(hash), fungible }
  if (type !== 'user_transaction') return { ...link, facts: undefined, weight: 1 }
  const user = readFields(userVersion, transaction, 'a user’s transaction', version)
  const weight = user.events.length + user.changes.length + 1
  return { ...link, facts: decodeUser(user, number, options), weight }
}

const decodeUser = (
  { timestamp, sender, events, changes }: z.output<typeof userVersion>,
  number: number,
  { chainId, contents }: DecodeOptions,
): DecodedTokens | undefined => {
  const version = String(number)
  const facts: DecodedTokens = { ...noFacts(), version: number, timestamp: Number(timestamp) }
  const context: Context = {
    facts,
    version,
    seen: { chain_id: chainId, first_version: number, first_timestamp: facts.timestamp },
    columnsOf: rememberedColumns(),
  }
  for (const [index, event] of events.entries()) decodeEvent(context, readTyped(event, 'an event', version), index)
  for (const change of changes) decodeChange(context, readTyped(change, 'a change', version))
  if (contents.includes('digital_assets')) facts.assets = decodeAssets({ sender, events, changes, version })
  const lists = [
    ...[facts.handles, facts.activities, facts.items],
    ...[facts.collections, facts.collectionItems, facts.tokens],
  ]
  return facts.assets || lists.some((list) => list.length > 0) ? facts : undefined
}

const noFacts = () => ({
  handles: [],
  activities: [],
  items: [],
  holders: new Map(),
  collections: [],
  collectionItems: [],
  tokens: [],
  assets: undefined,
})

/** Collects the parts of one transaction. */
type Context = {
  facts: DecodedTokens
  version: string
  seen: Seen
  columnsOf: (token: TokenName, propertyVersion: string) => TokenColumns
}

const decodeEvent = ({ facts, version, seen, columnsOf }: Context, event: Typed, index: number): void => {
  const { type } = event
  const reader = tokenEvents.get(type)
  if (reader === undefined) {
    const created = createdByEvent(type, event, seen, version)
    if (created && 'collection' in created) facts.collections.push(created.collection)
    if (created && 'token' in created) facts.tokens.push(created.token)
    return
  }
  const { guid, sequence_number, data } = readFields(eventPlace, event, `an event ${type}`, version)
  const tokenEvent = readFields(reader, data, `an event ${type}`, version)(guid.account_address)
  const columns = columnsOf(tokenEvent.token, tokenEvent.propertyVersion)
  noteHolders(facts, editionKey(columns), [tokenEvent.from, tokenEvent.to])
  facts.activities.push({
    chain_id: seen.chain_id,
    transaction_version: facts.version,
    transaction_timestamp: facts.timestamp,
    event_index: index,
    ...columns,
    from_address: tokenEvent.from === null ? null : toBytes32(tokenEvent.from),
    to_address: tokenEvent.to === null ? null : toBytes32(tokenEvent.to),
    event_account_address: toBytes32(guid.account_address),
    event_creation_number: guid.creation_number,
    event_sequence_number: sequence_number,
    token_amount: BigInt(tokenEvent.amount).toString(),
    transfer_type: type,
  })
}

const noteHolders = ({ holders }: DecodedTokens, edition: string, accounts: readonly (string | null)[]): void => {
  const known = holders.get(edition) ?? new Set()
  for (const account of accounts) if (account !== null) known.add(longAddress(account))
  holders.set(edition, known)
}

const decodeChange = (context: Context, change: Typed): void => {
  if (change.type === 'write_resource') decodeResource(context, change)
  if (change.type === 'write_table_item' || change.type === 'delete_table_item') decodeItem(context, change)
}

const decodeItem = ({ facts, version, seen, columnsOf }: Context, change: Typed): void => {
  const item = tokenItemChange(change, version)
  if (item) {
    const columns = columnsOf(item.token, item.propertyVersion)
    facts.items.push({ handle: item.handle, edition: editionKey(columns), content: contentOf(item, columnsOf) })
    return
  }
  if (change.type !== 'write_table_item') return
  const token = tokenOfItem(change.data, seen, version)
  if (token) facts.tokens.push(token)
  const collection = collectionOfItem(change, version)
  if (collection) facts.collectionItems.push(collection)
}

const contentOf = ({ read }: ItemChange, columnsOf: Context['columnsOf']): TokenItemRow['content'] => {
  try {
    const { token, propertyVersion, amount, properties } = read()
    return { ...columnsOf(token, propertyVersion), amount, properties }
  } catch (error) {
    if (isServiceError(error)) return { fault: error.message }
    throw error
  }
}

const decodeResource = ({ facts, version, seen }: Context, change: Typed): void => {
  const { type } = readTyped(change.data, 'a resource', version)
  const schema = tableResources.get(type)
  if (schema === undefined) return
  const { address: owner, data } = readFields(resourceChange, change, `a resource ${type}`, version)
  facts.handles.push({
    chain_id: seen.chain_id,
    handle: toBytes32(readFields(schema, data.data, `a resource ${type}`, version)),
    owner_address: toBytes32(owner),
    table_type: type,
  })
}

/** A transaction refers to a token several times: its hashes are computed once. */
const rememberedColumns = () => {
  const known = new Map<string, TokenColumns>()
  return (token: TokenName, propertyVersion: string): TokenColumns => {
    const key = JSON.stringify([token.creator, token.collection, token.name, propertyVersion])
    const columns = known.get(key) ?? tokenColumns(token, propertyVersion)
    known.set(key, columns)
    return columns
  }
}
