import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Input, Output, Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import type { AptosNftTransfer } from '#lib/aptos/api/records.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables, AptosTokenActivityRow, AptosTokenStandard } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedAptosChain } from '#lib/aptos/query/context.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { CursorBinding } from '#lib/store/cursors.ts'
import { type ActivityPlan, type ActivityPosition, type ActivityRange, activityPage } from './activity-ranges.ts'
import type { AptosNftApi } from './interface-contract.ts'

/*
 * Conditions on activities, named `t`. Written as `case`, so that no planner uses them to choose another index than the
 * plan's; a null side matches no wallet.
 */

const sides = ['from_address', 'to_address'] as const

export const idBytes = (id: string): Uint8Array => toBytes(`0x${id}`)

/** The allowed values minus the excluded ones; undefined without a list of allowed values. */
const withoutIds = (included: readonly string[] | undefined, excluded: readonly string[] = []): string[] | undefined =>
  included?.length ? [...new Set(included)].filter((one) => !excluded.includes(one)) : undefined

/** A wallet's activities: those that it sent and those that it received. */
export const walletRanges = (addresses: readonly string[]): ActivityRange[] =>
  addresses.map(toBytes32).flatMap((value) => sides.map((column) => ({ column, value })))

const collectionRanges = (ids: readonly string[]): ActivityRange[] =>
  ids.map((id) => ({ column: 'collection_data_id_hash', value: idBytes(id) }))

const ofWallets = (addresses: readonly string[]): RawBuilder<unknown> => passes(someSide(addresses), true)
const notOfWallets = (addresses: readonly string[]): RawBuilder<unknown>[] =>
  addresses.length ? [passes(someSide(addresses), false)] : []

const inCollections = (ids: readonly string[]): RawBuilder<unknown> => passes(inList(ids), true)
export const notInCollections = (ids: readonly string[]): RawBuilder<unknown>[] =>
  ids.length ? [passes(inList(ids), false)] : []

const someSide = (addresses: readonly string[]): RawBuilder<unknown> => {
  const values = sql.join(addresses.map(toBytes32))
  return sql.join(
    sides.map((side) => sql`${sql.ref(`t.${side}`)} in (${values})`),
    sql` or `,
  )
}

const inList = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`t.collection_data_id_hash in (${sql.join(ids.map(idBytes))})`

const passes = (condition: RawBuilder<unknown>, isWanted: boolean): RawBuilder<unknown> =>
  sql`case when ${condition} then ${sql.lit(isWanted ? 1 : 0)} else ${sql.lit(isWanted ? 0 : 1)} end = 1`

/** An activity as the lists of transfers return it; the fields are in the order of the interface. */
const aptosNftTransferRecord = (row: AptosTokenActivityRow): AptosNftTransfer => ({
  collection_data_id_hash: idText(row.collection_data_id_hash),
  collection_name: row.collection_name,
  creator_address: toHex(row.creator_address),
  event_account_address: toHex(row.event_account_address),
  event_creation_number: row.event_creation_number,
  event_sequence_number: row.event_sequence_number,
  name: row.name,
  property_version: row.property_version,
  token_amount: row.token_amount,
  token_data_id_hash: idText(row.token_data_id_hash),
  transaction_timestamp: microsecondsText(row.transaction_timestamp),
  transfer_type: row.transfer_type,
  transaction_version: String(row.transaction_version),
  coin_amount: null,
  coin_type: null,
  from_address: row.from_address && toHex(row.from_address),
  to_address: row.to_address && toHex(row.to_address),
  ...standardOf(row),
})

/** 64 hex digits without 0x. */
export const idText = (bytes: Uint8Array): string => toHex(bytes).slice(2)

/** ISO 8601 with microseconds, from microseconds since 1970. */
export const microsecondsText = (microseconds: number): string => {
  const milliseconds = new Date(Math.floor(microseconds / 1_000)).toISOString()
  return `${milliseconds.slice(0, -1)}${String(microseconds % 1_000).padStart(3, '0')}Z`
}

/** An additional field, only for digital assets: records of token v1 match the interface. */
export const standardOf = ({ token_standard }: { token_standard: AptosTokenStandard }) =>
  token_standard === 'v2' ? { token_standard } : {}

/** Maximum number of collections read as separate ranges; more are found by filtering all activities of the creators. */
export const collectionsMax = 100

type CreatorFilters = Pick<
  Input<AptosNftApi['creatorNftTransfers']>,
  'creator_addresses' | 'collection_whitelist' | 'collection_blacklist'
>

/**
 * Plans for the transfers of a creator. A collection has one creator and a row from its first event, so lists of collections become ranges of
 * collections, which are fast however few of the creator's activities they match.
 */
const creatorPlans = async (
  db: Kysely<AptosTables>,
  chainId: number,
  { creator_addresses, collection_whitelist, collection_blacklist = [] }: CreatorFilters,
): Promise<ActivityPlan[]> => {
  const wanted = withoutIds(collection_whitelist, collection_blacklist)
  const creators = creator_addresses.map(toBytes32)
  const ranges = creators.map((value): ActivityRange => ({ column: 'creator_address', value }))
  if (!wanted && !collection_blacklist.length) return [{ ranges }]
  if (wanted?.length === 0) return []

  const theirs = await db
    .selectFrom('aptos_collections')
    .select('collection_data_id_hash')
    .where('chain_id', '=', chainId)
    .where('creator_address', 'in', creators)
    .$if(wanted !== undefined, (query) => query.where('collection_data_id_hash', 'in', (wanted ?? []).map(idBytes)))
    .limit(collectionsMax + collection_blacklist.length + 1)
    .execute()
  const ids = theirs
    .map((row) => idText(row.collection_data_id_hash))
    .filter((id) => !collection_blacklist.includes(id))
  if (ids.length > collectionsMax) return [{ ranges, filters: notInCollections(collection_blacklist) }]
  return ids.length ? [{ ranges: collectionRanges(ids) }] : []
}

type TransferList = 'collectionNftTransfers' | 'creatorNftTransfers' | 'walletNftTransfers'

/** A transfer is two activities, of its sender and its recipient: wallet filters apply to each separately. */
export const aptosCollectionNftTransfersQuery =
  (context: AptosNftContext): Service<AptosNftApi>['collectionNftTransfers'] =>
  ({ network, limit, offset, cursor, ...filters }) =>
    transferPage(context, 'collectionNftTransfers', { network, limit, offset, cursor, filters }, async () =>
      collectionPlans(filters),
    )

export const aptosCreatorNftTransfersQuery =
  (context: AptosNftContext): Service<AptosNftApi>['creatorNftTransfers'] =>
  ({ network, limit, offset, cursor, ...filters }) =>
    transferPage(context, 'creatorNftTransfers', { network, limit, offset, cursor, filters }, (chainId) =>
      creatorPlans(context.store.db, chainId, filters),
    )

export const aptosWalletNftTransfersQuery =
  (context: AptosNftContext): Service<AptosNftApi>['walletNftTransfers'] =>
  ({ network, limit, offset, cursor, ...filters }) =>
    transferPage(context, 'walletNftTransfers', { network, limit, offset, cursor, filters }, async () =>
      walletPlans(filters),
    )

type ActivityPageInput = {
  network: AptosNetwork | undefined
  limit: number
  offset?: number
  cursor: string | undefined
  filters: CursorBinding['filters']
}

/**
 * One page of a list of activities. Activities never change and the list descends from its key, so paging returns each
 * existing one once. If filters exclude most rows a page may have fewer than requested, or none, and still a cursor: a
 * request scans a bounded number of rows.
 */
export const transferPage = async (
  context: AptosNftContext,
  route: TransferList | 'aptosTokenTransfers',
  { network, limit: requestedLimit, offset: requestedOffset = 0, cursor, filters }: ActivityPageInput,
  plansOf: (chainId: number) => Promise<ActivityPlan[]>,
): Promise<Output<AptosNftApi[TransferList]>> => {
  const { store, cursors, now } = context
  const chainId = await indexedAptosChain(context, network)
  const binding = { route: `aptos ${route}`, filters: { chainId, ...filters } }
  const position = cursor === undefined ? undefined : cursors.open(cursor, binding)
  const { limit, page } = position ?? { limit: requestedLimit, page: 1 }
  const [version, event, skipped] = position?.key ?? []
  const offset = position ? Number(skipped) : requestedOffset
  const before = version === undefined ? undefined : { version: Number(version), event: Number(event) }

  const plans = await plansOf(chainId)
  const { rows, examinedTo } = await activityPage(store.db, { chainId, plans, before, rows: offset + limit + 1 })
  const shown = rows.slice(offset, offset + limit)
  const last = shown.at(-1)
  const hasMore = rows.length > offset + limit
  const next: ActivityPosition | undefined =
    hasMore && last ? { version: last.transaction_version, event: last.event_index } : examinedTo
  // The rest of the offset after an early stop is taken from the next page.
  const unskipped = hasMore ? 0 : Math.max(0, offset - rows.length)
  const sealed = next && {
    limit,
    key: [next.version, next.event, unskipped],
    page: page + 1,
    total: null,
    snapshot: null,
    issuedAt: Math.floor(now() / 1_000),
  }
  return {
    cursor: sealed ? cursors.seal(sealed, binding) : null,
    hasNextPage: sealed !== undefined,
    result: shown.map(aptosNftTransferRecord),
  }
}

type Filters<Name extends TransferList> = Omit<Input<AptosNftApi[Name]>, 'limit' | 'offset' | 'cursor' | 'network'>

const collectionPlans = (filters: Filters<'collectionNftTransfers'>): ActivityPlan[] => {
  const { collection_data_id_hash: id, wallet_whitelist, wallet_blacklist = [] } = filters
  const wallets = withoutIds(wallet_whitelist, wallet_blacklist)
  const excluded = notOfWallets(wallet_blacklist)
  const ranges = collectionRanges([id])
  if (!wallets) return [{ ranges, filters: excluded }]
  if (!wallets.length) return []
  return [
    { ranges, filters: [ofWallets(wallets), ...excluded] },
    { ranges: walletRanges(wallets), filters: [inCollections([id]), ...excluded] },
  ]
}

const walletPlans = (filters: Filters<'walletNftTransfers'>): ActivityPlan[] => {
  const { wallet_addresses, collection_whitelist, collection_blacklist = [] } = filters
  const collections = withoutIds(collection_whitelist, collection_blacklist)
  const ranges = walletRanges(wallet_addresses)
  if (!collections) return [{ ranges, filters: notInCollections(collection_blacklist) }]
  if (!collections.length) return []
  return [
    { ranges, filters: [inCollections(collections)] },
    { ranges: collectionRanges(collections), filters: [ofWallets(wallet_addresses)] },
  ]
}
