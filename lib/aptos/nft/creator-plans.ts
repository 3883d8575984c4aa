import type { Kysely } from 'kysely'
import type { Input } from '#lib/api/endpoint.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { collectionRanges, idBytes, notInCollections, without } from './activity-filters.ts'
import type { ActivityPlan } from './activity-page.ts'
import type { ActivityRange } from './activity-ranges.ts'
import type { AptosNftApi } from './interface-contract.ts'
import { idText } from './nft-transfer-record.ts'

/** Maximum number of collections read as separate ranges; more are found by filtering all activities of the creators. */
export const collectionsMax = 100

type Filters = Pick<
  Input<AptosNftApi['creatorNftTransfers']>,
  'creator_addresses' | 'collection_whitelist' | 'collection_blacklist'
>

/**
 * Plans for A2. A collection has one creator and a row from its first event, so lists of collections become ranges of
 * collections, which are fast however few of the creator's activities they match.
 */
export const creatorPlans = async (
  db: Kysely<AptosTables>,
  chainId: number,
  { creator_addresses, collection_whitelist, collection_blacklist = [] }: Filters,
): Promise<ActivityPlan[]> => {
  const wanted = without(collection_whitelist, collection_blacklist)
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
