import { sql } from 'kysely'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import type { Store } from '#lib/store/store.ts'
import { zipf } from '#tests/bench/support/zipf.ts'
import { seeded } from '#tests/support/seeded.ts'
import { chainId, collections, creatorOf, tokenOf, wallets } from './fill-activities.ts'
import type { Ask, MeasuredList } from './measure-list.ts'

const rowsOfPage = 101

const id = (bytes: Uint8Array): string => toHex(bytes).slice(2)

/** The plain statement of a page over these columns: each range by itself, then the newest of all. */
const bareActivities = async (
  { db }: Store<AptosTables>,
  ranges: readonly { column: string; value: Uint8Array }[],
): Promise<unknown> => {
  const order = sql.raw('transaction_version desc, event_index desc')
  const each = ranges.map(
    ({ column, value }, index) => sql`select * from (select * from aptos_token_activities
      where chain_id = ${chainId} and ${sql.ref(column)} = ${value} order by ${order} limit ${rowsOfPage})
      as ${sql.ref(`range_${index}`)}`,
  )
  const query = sql`select * from (${sql.join(each, sql` union `)}) as page order by ${order} limit ${rowsOfPage}`
  return (await query.execute(db)).rows
}

const bareOwners = async ({ db }: Store<AptosTables>, tokens: readonly Uint8Array[]): Promise<unknown> =>
  (
    await sql`select * from aptos_token_ownerships where chain_id = ${chainId} and amount <> '0'
      and token_data_id_hash in (${sql.join(tokens)})
      order by last_transaction_version desc, token_data_id_hash desc, property_version desc, owner_address desc
      limit ${rowsOfPage}`.execute(db)
  ).rows

/** The interface with random wallets, collections, creators and tokens, each drawn as it occurs. */
export const interfaceLists = (store: Store<AptosTables>): MeasuredList[] => {
  const random = seeded(23)
  const [walletRank, collectionRank] = [zipf(wallets.length, random), zipf(collections.length, random)]
  const none = new Uint8Array(32)
  const wallet = () => wallets[walletRank()] ?? none
  const collection = () => collections[collectionRank()] ?? none
  const several = <Value>(count: number, one: () => Value): Value[] => Array.from({ length: count }, one)
  const sides = (of: readonly Uint8Array[]) =>
    of.flatMap((value) => ['from_address', 'to_address'].map((column) => ({ column, value })))

  const ofWallets =
    (count: number, more: () => Record<string, unknown> = () => ({})) =>
    (): Ask => {
      const some = several(count, wallet)
      const extra = more()
      const raw = { wallet_addresses: some.map(toHex), ...extra }
      return Object.keys(extra).length ? { raw } : { raw, bare: () => bareActivities(store, sides(some)) }
    }
  const ofCollection =
    (more: () => Record<string, unknown> = () => ({})) =>
    (): Ask => {
      const one = collection()
      const extra = more()
      const raw = { collection_data_id_hash: id(one), ...extra }
      const ranges = [{ column: 'collection_data_id_hash', value: one }]
      return Object.keys(extra).length ? { raw } : { raw, bare: () => bareActivities(store, ranges) }
    }
  const ofCreator =
    (more: (of: number) => Record<string, unknown> = () => ({})) =>
    (): Ask => {
      const rank = collectionRank()
      const extra = more(rank)
      const raw = { creator_addresses: [toHex(creatorOf(rank))], ...extra }
      const ranges = [{ column: 'creator_address', value: creatorOf(rank) }]
      return Object.keys(extra).length ? { raw } : { raw, bare: () => bareActivities(store, ranges) }
    }
  const ofTokens = (count: number) => (): Ask => {
    const some = several(count, () => tokenOf(collectionRank(), Math.floor(random() * 250)))
    return { raw: { token_ids: some.map(id) }, bare: () => bareOwners(store, some) }
  }
  const ids = (count: number) => several(count, collection).map(id)
  return [
    { name: 'A1', list: 'collectionNftTransfers', make: ofCollection() },
    {
      name: 'A1 of 5 wallets',
      list: 'collectionNftTransfers',
      make: ofCollection(() => ({ wallet_whitelist: several(5, wallet).map(toHex) })),
    },
    {
      name: 'A1 without 25 wallets',
      list: 'collectionNftTransfers',
      make: ofCollection(() => ({ wallet_blacklist: several(25, wallet).map(toHex) })),
    },
    { name: 'A2', list: 'creatorNftTransfers', make: ofCreator() },
    {
      name: 'A2 of 5 collections',
      list: 'creatorNftTransfers',
      make: ofCreator((rank) => ({ collection_whitelist: [id(collections[rank] ?? none), ...ids(4)] })),
    },
    {
      name: 'A2 without the busiest',
      list: 'creatorNftTransfers',
      make: ofCreator((rank) => ({ collection_blacklist: [id(collections[rank] ?? none)] })),
    },
    { name: 'A3', list: 'walletNftTransfers', make: ofWallets(1) },
    { name: 'A3 of 25 wallets', list: 'walletNftTransfers', make: ofWallets(25) },
    {
      name: 'A3 of 5 collections',
      list: 'walletNftTransfers',
      make: ofWallets(1, () => ({ collection_whitelist: ids(5) })),
    },
    {
      name: 'A3 without 25 collections',
      list: 'walletNftTransfers',
      make: ofWallets(1, () => ({ collection_blacklist: ids(25) })),
    },
    { name: 'A4', list: 'nftOwners', make: ofTokens(1) },
    { name: 'A4 of 25 tokens', list: 'nftOwners', make: ofTokens(25) },
  ]
}
