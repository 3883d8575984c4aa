import type {
  AptosCollectionRow,
  AptosTokenActivityRow,
  AptosTokenOwnershipRow,
  AptosTokenRow,
} from '#lib/aptos/chain/tables.ts'
import { cutToBytes, nameBytesMax, type TokenColumns, toBytes32, uriBytesMax } from './bytes.ts'
import type { DecodedTokens } from './decode-version.ts'
import type { AssetActivity, AssetFacts } from './digital-assets.ts'
import { unknownCollectionTerms, unknownTokenTerms } from './token-terms.ts'

/** Known digital assets before these transactions; addresses are long. */
export type KnownAssets = {
  tokens: Map<string, { collection: string; name: string; uri: string | null }>
  collections: Map<string, { creator: string; name: string; uri: string | null }>
  /** The owner of an asset. */
  owners: Map<string, string>
}

export type AssetRows = {
  activities: AptosTokenActivityRow[]
  ownerships: AptosTokenOwnershipRow[]
  tokens: AptosTokenRow[]
  collections: AptosCollectionRow[]
}

/**
 * The rows of digital assets in these transactions, in order; `known` is updated. The ids are the addresses of the
 * objects. An asset of an unknown collection yields no row, because its creator is unknown.
 */
export const assetRows = (chainId: number, facts: readonly DecodedTokens[], known: KnownAssets): AssetRows => {
  const rows: AssetRows = { activities: [], ownerships: [], tokens: [], collections: [] }
  for (const one of facts) {
    if (one.assets === undefined) continue
    learn(rows, chainId, one, { assets: one.assets, known })
    for (const activity of one.assets.activities) addActivity(rows, chainId, one, { activity, known })
    for (const [token, owner] of ownersAfter(one.assets, known))
      addOwnership(rows, chainId, one, { token, accounts: owner, known })
  }
  return rows
}

type At = Pick<DecodedTokens, 'version' | 'timestamp'>

const learn = (
  rows: AssetRows,
  chainId: number,
  at: At,
  { assets, known }: { assets: AssetFacts; known: KnownAssets },
): void => {
  const seen = { chain_id: chainId, first_version: at.version, first_timestamp: at.timestamp }
  for (const [address, collection] of assets.collections) {
    known.collections.set(address, collection)
    rows.collections.push({
      ...seen,
      collection_data_id_hash: toBytes32(address),
      creator_address: toBytes32(collection.creator),
      name: cutToBytes(collection.name, nameBytesMax),
      uri: cutToBytes(collection.uri, uriBytesMax),
      written_version: at.version,
      token_standard: 'v2',
      ...unknownCollectionTerms,
    })
  }
  for (const [address, { collection, name, uri }] of assets.tokens) {
    known.tokens.set(address, { collection, name, uri })
    const columns = columnsOf(address, known)
    if (columns === undefined) continue
    const { property_version: _, ...token } = columns
    rows.tokens.push({
      ...seen,
      ...token,
      uri: cutToBytes(uri, uriBytesMax),
      written_version: at.version,
      ...unknownTokenTerms,
    })
  }
  // Burned before the index started: its name is no longer available.
  for (const [address, { collection }] of assets.burned)
    if (!known.tokens.has(address)) known.tokens.set(address, { collection, name: '', uri: null })
}

const columnsOf = (token: string, { tokens, collections }: KnownAssets): TokenColumns | undefined => {
  const found = tokens.get(token)
  const collection = found && collections.get(found.collection)
  if (found === undefined || collection === undefined) return undefined
  return {
    creator_address: toBytes32(collection.creator),
    collection_data_id_hash: toBytes32(found.collection),
    token_data_id_hash: toBytes32(token),
    property_version: '0',
    collection_name: cutToBytes(collection.name, nameBytesMax),
    name: cutToBytes(found.name, nameBytesMax),
    token_standard: 'v2',
  }
}

const addActivity = (
  rows: AssetRows,
  chainId: number,
  at: At,
  { activity, known }: { activity: AssetActivity; known: KnownAssets },
): void => {
  const columns = columnsOf(activity.token, known)
  if (columns === undefined) return
  const from = activity.from === undefined ? (known.owners.get(activity.token) ?? null) : activity.from
  rows.activities.push({
    chain_id: chainId,
    transaction_version: at.version,
    transaction_timestamp: at.timestamp,
    event_index: activity.eventIndex,
    ...columns,
    from_address: from === null ? null : toBytes32(from),
    to_address: activity.to === null ? null : toBytes32(activity.to),
    event_account_address: toBytes32(activity.eventAccount),
    event_creation_number: activity.creationNumber,
    event_sequence_number: activity.sequenceNumber,
    token_amount: activity.amount,
    transfer_type: activity.type,
  })
}

/** Each holder that changed: asset, account, amount. The new one comes last, in case it held the asset before. */
const ownersAfter = (assets: AssetFacts, { owners }: KnownAssets): Map<string, Map<string, '0' | '1'>> => {
  const changes = new Map<string, Map<string, '0' | '1'>>()
  const set = (token: string, owner: string | undefined, amount: '0' | '1'): void => {
    if (owner === undefined) return
    const accounts = changes.get(token) ?? new Map()
    changes.set(token, accounts.set(owner, amount))
  }
  for (const { token, owner } of assets.left) set(token, owner, '0')
  for (const [token, { owner }] of assets.burned) {
    set(token, owner, '0')
    set(token, owners.get(token), '0')
    owners.delete(token)
  }
  for (const [token, { owner }] of assets.tokens) {
    if (owner === undefined) continue
    if (owners.get(token) !== owner) set(token, owners.get(token), '0')
    set(token, owner, '1')
    owners.set(token, owner)
  }
  return changes
}

const addOwnership = (
  rows: AssetRows,
  chainId: number,
  at: At,
  { token, accounts, known }: { token: string; accounts: ReadonlyMap<string, '0' | '1'>; known: KnownAssets },
): void => {
  const columns = columnsOf(token, known)
  if (columns === undefined) return
  for (const [account, amount] of accounts)
    rows.ownerships.push({
      chain_id: chainId,
      last_transaction_version: at.version,
      last_transaction_timestamp: at.timestamp,
      owner_address: toBytes32(account),
      ...columns,
      amount,
      table_type: null,
      token_properties: null,
    })
}
