import type { Kysely } from 'kysely'
import type { Input, Output, Service } from '#lib/api/endpoint.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { type AptosNftContext, indexedAptosChain } from '#lib/aptos/query/context.ts'
import type { CursorBinding } from '#lib/store/cursors.ts'
import {
  collectionRanges,
  idBytes,
  inCollections,
  notInCollections,
  notOfWallets,
  ofWallets,
  walletRanges,
  withoutIds,
} from './activity-filters.ts'
import { type ActivityPlan, activityPage } from './activity-page.ts'
import type { ActivityPlace, ActivityRange } from './activity-ranges.ts'
import type { AptosNftApi } from './interface-contract.ts'
import { aptosNftTransferRecord, idText } from './nft-transfer-record.ts'

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
  const place = cursor === undefined ? undefined : cursors.open(cursor, binding)
  const { limit, page } = place ?? { limit: requestedLimit, page: 1 }
  const [version, event, skipped] = place?.key ?? []
  const offset = place ? Number(skipped) : requestedOffset
  const before = version === undefined ? undefined : { version: Number(version), event: Number(event) }

  const plans = await plansOf(chainId)
  const { rows, examinedTo } = await activityPage(store.db, { chainId, plans, before, rows: offset + limit + 1 })
  const shown = rows.slice(offset, offset + limit)
  const last = shown.at(-1)
  const hasMore = rows.length > offset + limit
  const next: ActivityPlace | undefined =
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
