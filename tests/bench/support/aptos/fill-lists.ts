import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { publishing } from '#lib/aptos/account/publications.ts'
import { gasFeeIndex } from '#lib/aptos/chain/decode/decode-fungible.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { addNameWords, assetNamed, collectionNamed } from '#lib/aptos/chain/write/add-catalog.ts'
import { toSortable } from '#lib/base/sortable-integer.ts'
import type { Store } from '#lib/store/store.ts'
import { createIndexes, dropIndexes } from '#tests/bench/support/drop-indexes.ts'
import { zipf } from '#tests/bench/support/zipf.ts'
import { seeded } from '#tests/support/seeded.ts'
import { chainId, wallets } from './fill-activities.ts'

/*
 * Ledgers of the lists of everything indexed. Their millions of rows are computed by the database, from a table of wallets, items and
 * functions drawn by zipf (popular ones often): each part of the ledger is that table once, with other receivers.
 */

const slots = 1 << 18
const slotsOfDay = 1 << 14
const days = 400
const dayMicroseconds = 86_400_000_000
const rowsPerItem = 100
const balancesPerActivity = 1 / 5
const functionCount = 5_000
const wordCount = 2_000

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const named = (rank: number): string => {
  // Of packages there are few: about one for a thousand transactions.
  const at = [200, 400, 800].indexOf(rank)
  return publishing[at] ?? `0x${hashOf(`publisher ${rank}`).toString('hex')}::market_${rank}::execute_${rank}`
}
const functions = Array.from({ length: functionCount }, (_, rank) => named(rank))
export const [frequentFunction = '', rareFunction = ''] = [functions[0], functions.at(-1)]
export const functionDrawnBy = (random: () => number): (() => string) => {
  const rank = zipf(functionCount, random)
  return () => functions[rank()] ?? ''
}

/** A word of names: each is also the beginning of others. */
export const wordDrawnBy = (random: () => number): (() => string) => {
  const rank = zipf(wordCount, random)
  return () => `bear${rank()}`
}

type Item = { id: Uint8Array; name: string; first_version: number }

/** Collections or assets, seen at any time of the ledger. */
const itemsOf = (kind: string, count: number, versions: number): Item[] => {
  const random = seeded(7)
  const word = wordDrawnBy(random)
  return Array.from({ length: count }, (_, rank) => ({
    id: hashOf(`${kind} ${rank}`),
    name: `${word()} ${word()} ${rank}`,
    first_version: Math.floor(random() * versions),
  }))
}

type Filled = { store: Store<AptosTables>; items: readonly Item[]; versions: number }

const moment = (version: RawBuilder<unknown>, versions: number): RawBuilder<unknown> =>
  sql`${version} * ${sql.lit(Math.ceil((days * dayMicroseconds) / versions))}`

/** Fills the tables without their indexes, which are created afterwards: in minutes, and dense. */
const fill = async (
  { store, items, versions }: Filled,
  tables: readonly (keyof AptosTables)[],
  fillThem: () => Promise<void>,
): Promise<void> => {
  const indexes = await dropIndexes(store, tables)
  await createDraws(store, items)
  await fillThem()
  await sql`drop table bench_draws`.execute(store.db)
  const interval = { chain_id: chainId, first_version: 0, last_version: versions - 1, last_hash: new Uint8Array(32) }
  await store.db.insertInto('aptos_intervals').values(interval).execute()
  await createIndexes(store, indexes)
}

const createDraws = async (store: Store<AptosTables>, items: readonly Item[]): Promise<void> => {
  const random = seeded(5)
  const [wallet, item] = [zipf(wallets.length, random), zipf(items.length, random)]
  const called = functionDrawnBy(random)
  const bytes = sql.raw(store.dialect === 'postgres' ? 'bytea' : 'blob')
  await sql`create table bench_draws (slot integer primary key, owner ${bytes} not null, item ${bytes} not null,
    amount ${bytes} not null, called text not null)`.execute(store.db)
  const draws = Array.from({ length: slots }, (_, slot) => ({
    slot,
    owner: wallets[wallet()],
    item: items[item()]?.id,
    amount: toSortable(BigInt(1 + Math.floor(random() * 1e12))),
    called: called(),
  }))
  await store.db
    .transaction()
    .execute((transaction) => store.insertMany(transaction, 'bench_draws' as keyof AptosTables, draws))
}

/** Runs a statement for each part of the numbers `n` below the count: each has a draw, `p`, and one of a receiver, `q`. */
const forNumbers = async (
  store: Store<AptosTables>,
  count: number,
  statement: (n: RawBuilder<unknown>, draws: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> => {
  for (let first = 0; first < count; first += slots) {
    const draws = sql`(select * from bench_draws where slot < ${sql.lit(count - first)}) as p
      join bench_draws as q on q.slot = (p.slot * 1009 + ${sql.lit((first / slots) * 31)}) % ${sql.lit(slots)}`
    await statement(sql`(cast(p.slot as bigint) + ${sql.lit(first)})`, draws).execute(store.db)
  }
}

/** 32 bytes that ascend with the number, so that the key grows at its end. */
const bytesOf = (store: Store<AptosTables>, n: RawBuilder<unknown>): RawBuilder<unknown> =>
  store.dialect === 'postgres' ? sql`decode(lpad(to_hex(${n}), 64, '0'), 'hex')` : sql`unhex(printf('%064x', ${n}))`

/** Days with about as many active items as the largest ledgers have; the last one is not over. */
const fillDays = async (store: Store<AptosTables>, table: string, id: string): Promise<void> => {
  for (let day = 0; day < days; day++) {
    const first = (day * slotsOfDay) % slots
    const size = day === days - 1 ? slotsOfDay / 4 : slotsOfDay
    await sql`insert into ${sql.table(table)} (chain_id, ${sql.ref(id)}, day, activity_count)
      select ${sql.lit(chainId)}, item, ${sql.lit(day)}, count(*) from bench_draws
      where slot >= ${sql.lit(first)} and slot < ${sql.lit(first + size)} group by item`.execute(store.db)
  }
}

const inserting = async (
  store: Store<AptosTables>,
  table: 'aptos_assets' | 'aptos_collections',
  rows: readonly Record<string, unknown>[],
  words: Parameters<typeof addNameWords>[1],
): Promise<void> =>
  await store.db.transaction().execute(async (transaction) => {
    await store.insertMany(transaction, table, rows)
    await addNameWords(transaction, words)
  })

/** So many NFTs, each with an owner, in a hundredth as many collections. */
export const fillCollections = async (store: Store<AptosTables>, count: number): Promise<void> => {
  const items = itemsOf('collection', count / rowsPerItem, count)
  await fill(
    { store, items, versions: count },
    ['aptos_tokens', 'aptos_token_ownerships', 'aptos_collections', 'aptos_collection_days'],
    async () => {
      const rows = items.map(({ id, ...item }) => ({
        ...item,
        chain_id: chainId,
        collection_data_id_hash: id,
        first_timestamp: item.first_version,
        creator_address: hashOf(item.name),
        token_standard: 'v2' as const,
        uri: null,
      }))
      await inserting(store, 'aptos_collections', rows, rows.map(collectionNamed))
      const identity = sql`${sql.lit(chainId)}, p.item, p.item, 'Collection of NFTs', 'An NFT', 'v2'`
      const columns = sql`chain_id, collection_data_id_hash, creator_address, collection_name, name, token_standard`
      await forNumbers(
        store,
        count,
        (n, draws) => sql`insert into aptos_tokens (${columns}, token_data_id_hash, first_version, first_timestamp)
          select ${identity}, ${bytesOf(store, n)}, ${n}, ${moment(n, count)} from ${draws} order by p.slot`,
      )
      await forNumbers(
        store,
        count,
        (n, draws) => sql`insert into aptos_token_ownerships (${columns}, token_data_id_hash, last_transaction_version,
          last_transaction_timestamp, owner_address, property_version, amount)
          select ${identity}, ${bytesOf(store, n)}, ${n}, ${moment(n, count)}, q.owner, '0', '1'
          from ${draws} order by p.slot`,
      )
      await fillDays(store, 'aptos_collection_days', 'collection_data_id_hash')
    },
  )
}

/**
 * So many activities: of each transaction its gas fee, a withdrawal and a deposit. They are of a hundredth as many assets, with a
 * balance for each fifth of them.
 */
export const fillAssets = async (store: Store<AptosTables>, count: number): Promise<void> => {
  const versions = Math.ceil(count / 3)
  const items = itemsOf('asset', count / rowsPerItem, versions)
  await fill(
    { store, items, versions },
    ['aptos_asset_activities', 'aptos_asset_balances', 'aptos_assets', 'aptos_asset_days'],
    async () => {
      const rows = items.map(({ id, ...item }, rank) => ({
        ...item,
        chain_id: chainId,
        asset_id: id,
        symbol: `BEAR${rank}`,
        coin_type: null,
        decimals: 8,
        supply: '1000000',
        first_timestamp: item.first_version,
      }))
      await inserting(store, 'aptos_assets', rows, rows.map(assetNamed))
      await forNumbers(
        store,
        versions,
        (n, draws) => sql`insert into aptos_asset_activities (chain_id, transaction_version, event_index,
          transaction_timestamp, asset_id, owner_address, storage_id, token_standard, event_type, amount,
          is_transaction_success, entry_function, storage_refund_amount)
          select ${sql.lit(chainId)}, ${n}, e.event, ${moment(n, versions)}, p.item,
            case e.event when 1 then q.owner else p.owner end, case e.event when 1 then q.owner else p.owner end, 'v2',
            case e.event when -1 then '0x1::aptos_coin::GasFeeEvent' when 0 then '0x1::fungible_asset::Withdraw'
              else '0x1::fungible_asset::Deposit' end, '81200', 1, p.called, '0'
          from ${draws} cross join (select ${sql.lit(gasFeeIndex)} as event union all select 0 union all select 1) as e
          order by p.slot, e.event`,
      )
      await forNumbers(
        store,
        count * balancesPerActivity,
        (n, draws) => sql`insert into aptos_asset_balances (chain_id, storage_id, owner_address, asset_id, is_primary,
          is_frozen, amount, amount_v2, last_version, last_timestamp, last_version_v2)
          select ${sql.lit(chainId)}, ${bytesOf(store, n)}, q.owner, p.item, 1, 0, q.amount, '1', ${n}, ${n}, ${n}
          from ${draws} order by p.slot`,
      )
      await fillDays(store, 'aptos_asset_days', 'asset_id')
    },
  )
}
