import type { Transaction } from 'kysely'
import { assetRows, type KnownAssets } from '#lib/aptos/chain/decode/asset-rows.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { DecodedTokens, DecodedVersion } from '#lib/aptos/chain/decode/decode-version.ts'
import { collectionRow } from '#lib/aptos/chain/decode/token-terms.ts'
import type {
  AptosCollectionRow,
  AptosContent,
  AptosTables,
  AptosTokenActivityRow,
  AptosTokenOwnershipRow,
} from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import type { Store } from '#lib/store/store.ts'
import { addCatalog, addCollectionDays, collectionsOf } from './add-catalog.ts'
import { appendFungible } from './append-fungible.ts'
import { type FoundAssets, readKnownAssets } from './known-assets.ts'
import {
  addContentRange,
  contentRanges,
  readAptosIntervals,
  withInterval,
  writeAptosIntervals,
} from './stored-intervals.ts'
import { collectionsType, type TableOwner, type TableOwners, tokenStoreType } from './table-owners.ts'

/** One row for each holding, by its key. */
type OwnershipRows = Map<string, AptosTokenOwnershipRow>

const ownershipKey = (
  row: Pick<AptosTokenOwnershipRow, 'token_data_id_hash' | 'property_version' | 'owner_address'>,
): string => `${toHex(row.token_data_id_hash)} ${row.property_version} ${toHex(row.owner_address)}`

/** A later change of the same holding replaces an earlier one. */
const setOwnership = (rows: OwnershipRows, row: AptosTokenOwnershipRow): void => {
  rows.set(ownershipKey(row), row)
}

/**
 * The holdings after these transactions, in order: derived from changes to token stores, not from events. An item of
 * another table (an offer, a listing, an escrow) has no owner. @throws ServiceError `upstream_failed` if a store
 * contains invalid bytes.
 */
const addStoreOwnerships = (
  rows: OwnershipRows,
  chainId: number,
  facts: readonly DecodedTokens[],
  owners: ReadonlyMap<string, TableOwner>,
): void => {
  for (const { items, version, timestamp } of facts)
    for (const item of items) {
      const table = owners.get(item.handle)
      if (table?.type !== tokenStoreType) continue
      if ('fault' in item.content) throw new ServiceError('upstream_failed', item.content.fault)
      const { amount, properties, ...columns } = item.content
      setOwnership(rows, {
        chain_id: chainId,
        last_transaction_version: version,
        last_transaction_timestamp: timestamp,
        owner_address: toBytes32(table.owner),
        ...columns,
        amount,
        table_type: tokenStoreType,
        token_properties: properties,
      })
    }
}

/** A transaction that writes rows of a network. */
type Context = { store: Store<AptosTables>; transaction: Transaction<AptosTables>; chainId: number }

/** Data requested before the transaction, which never waits for a node. */
type FoundOut = { tables: TableOwners; collections: KnownAssets['collections']; assets: FoundAssets }

type Options = FoundOut & { contents: readonly AptosContent[] }

const holds = (ranges: readonly BlockRange[], number: number): boolean =>
  ranges.some((range) => range.first <= number && number <= range.last)

/**
 * Stores consecutive versions with all derived rows. What is stored already is skipped, so ranges may meet or overlap,
 * and a version may be stored again with another content; ownerships of a later version stay. The caller's transaction
 * holds the lock on the network's row.
 */
export const appendVersions = async (
  context: Context,
  versions: readonly DecodedVersion[],
  { tables, collections, assets: foundAssets, contents }: Options,
): Promise<void> => {
  const { store, transaction, chainId } = context
  const [first] = versions
  const last = versions.at(-1)
  if (!first || !last) return
  const added = { first: first.number, last: last.number }
  const intervals = await readAptosIntervals(transaction, chainId)
  const withAssets = await contentRanges(transaction, chainId, 'digital_assets')
  const withFungible = await contentRanges(transaction, chainId, 'fungible_assets')
  const fresh = versions.filter(({ number }) => !holds(intervals, number))
  const facts = fresh.flatMap(({ facts }) => facts ?? [])
  const assetFacts = versions.flatMap(({ number, facts }) =>
    facts?.assets && !holds(withAssets, number) ? [facts] : [],
  )
  const fungible = versions.flatMap(({ number, fungible }) =>
    fungible && !holds(withFungible, number) ? [fungible] : [],
  )

  await store.upsertMany(transaction, 'aptos_table_handles', { key: ['chain_id', 'handle'], rows: tables.fresh })
  const known = await readKnownAssets(store, transaction, chainId, assetFacts)
  for (const [address, collection] of collections) known.collections.set(address, collection)
  const assets = assetRows(chainId, assetFacts, known)
  const activities = inOrder([
    ...facts.flatMap(({ activities }) => activities),
    ...(await notStored(context, assets.activities, intervals)),
  ])
  await store.insertMany(transaction, 'aptos_token_activities', activities)
  await addCollectionDays(transaction, activities)

  const ownerships: OwnershipRows = new Map()
  addStoreOwnerships(ownerships, chainId, facts, tables.of)
  for (const row of assets.ownerships) setOwnership(ownerships, row)
  const isNewest = intervals.every((range) => range.last < first.number)
  await writeOwnerships(context, [...ownerships.values()], isNewest)

  const hasAssets = contents.includes('digital_assets')
  const storedFrom = Math.max(linkedFrom(intervals, first), hasAssets ? linkedFrom(withAssets, first) : 0)
  const catalog = {
    collections: [
      ...collectionsOf(activities),
      ...facts.flatMap(({ collections }) => collections),
      ...facts.flatMap((one) => writtenCollections(one, chainId, tables)),
      ...assets.collections,
    ],
    tokens: [...facts.flatMap(({ tokens }) => tokens), ...assets.tokens],
  }
  await addCatalog(store, transaction, chainId, { rows: catalog, storedFrom })
  await appendFungible(store, transaction, chainId, { facts: fungible, found: foundAssets })

  await writeAptosIntervals(transaction, chainId, withInterval(intervals, { ...added, hash: last.hash }))
  for (const content of contents) {
    const stored = await contentRanges(transaction, chainId, content)
    await addContentRange(transaction, { chainId, content, stored }, added)
  }
}

/** From which version on all are in these ranges, up to this one. */
const linkedFrom = (ranges: readonly BlockRange[], { number }: DecodedVersion): number =>
  ranges.find((range) => holds([range], number - 1))?.first ?? number

/** Without the activities of stored versions that an earlier index has: it did not record its contents. */
const notStored = async (
  { store, transaction }: Context,
  activities: readonly AptosTokenActivityRow[],
  stored: readonly BlockRange[],
): Promise<AptosTokenActivityRow[]> => {
  const keys = activities
    .filter((row) => holds(stored, row.transaction_version))
    .map(({ chain_id, transaction_version, event_index }) => ({ chain_id, transaction_version, event_index }))
  const found = await store.findMany(transaction, 'aptos_token_activities', {
    columns: ['transaction_version', 'event_index'],
    keys,
  })
  const known = new Set(found.map((row) => `${row.transaction_version} ${row.event_index}`))
  return activities.filter((row) => !known.has(`${row.transaction_version} ${row.event_index}`))
}

const inOrder = <Row extends { transaction_version: number; event_index: number }>(rows: Row[]): Row[] =>
  rows.sort((a, b) => a.transaction_version - b.transaction_version || a.event_index - b.event_index)

/** The creator of a collection whose data was written is the owner of the table; unknown for a table from before the start. */
const writtenCollections = (
  { collectionItems, version, timestamp }: DecodedTokens,
  chainId: number,
  tables: TableOwners,
): AptosCollectionRow[] =>
  collectionItems.flatMap(({ handle, name, uri, terms }) => {
    const table = tables.of.get(handle)
    if (table?.type !== collectionsType) return []
    return [
      collectionRow({ chain_id: chainId, first_version: version, first_timestamp: timestamp }, table.owner, name, {
        uri,
        terms,
      }),
    ]
  })

/** Holdings from later versions that are stored already take precedence. */
const writeOwnerships = async (
  context: Context,
  rows: readonly AptosTokenOwnershipRow[],
  isNewest: boolean,
): Promise<void> => {
  const later = isNewest ? new Set() : await heldLater(context, rows)
  const written = rows
    .filter((row) => !later.has(ownershipKey(row)))
    .sort((a, b) => Buffer.compare(a.token_data_id_hash, b.token_data_id_hash))
  await context.store.upsertMany(context.transaction, 'aptos_token_ownerships', {
    key: ['chain_id', 'token_data_id_hash', 'property_version', 'owner_address'],
    rows: written,
  })
}

const heldLater = async (
  { store, transaction }: Context,
  rows: readonly AptosTokenOwnershipRow[],
): Promise<Set<string>> => {
  const stored = await store.findMany(transaction, 'aptos_token_ownerships', {
    columns: ['token_data_id_hash', 'property_version', 'owner_address', 'last_transaction_version'],
    keys: rows.map(({ chain_id, token_data_id_hash, property_version, owner_address }) => ({
      chain_id,
      token_data_id_hash,
      property_version,
      owner_address,
    })),
  })
  const versions = new Map(rows.map((row) => [ownershipKey(row), row.last_transaction_version]))
  return new Set(
    stored
      .map((row) => ({ key: ownershipKey(row), version: row.last_transaction_version }))
      .filter(({ key, version }) => version > (versions.get(key) ?? -1))
      .map(({ key }) => key),
  )
}
