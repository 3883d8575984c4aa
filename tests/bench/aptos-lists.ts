/*
 * Pages of 100 of A1–A4, and of 25 of the list of collections, as the service answers them in this process, against the bare SQL of the same page on the same
 * database: the first page and the next, of random wallets, collections, creators and tokens, drawn as they occur (zipf:
 * popular ones often). Figures are p50 / p99 in ms, each request by the best of three rounds.
 *
 *   node tests/bench/aptos-lists.ts [million activities] [sqlite | postgres | database URL]
 *
 * By default one million in SQLite. `postgres` starts a server of its own. A database of a URL is filled once, kept, and only
 * measured the next time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { toHex } from '#lib/aptos/chain/decode/bytes.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { createAptosNftExplorerService } from '#lib/aptos/nft/nft-explorer-service.ts'
import { createAptosNftService } from '#lib/aptos/nft/nft-service.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import type { Store } from '#lib/store/store.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { seeded } from '#tests/support/seeded.ts'
import { chainId, collections, creatorOf, fillActivities, tokenOf, wallets } from './support/aptos-activities.ts'
import { zipf } from './support/zipf.ts'

const asksPerList = 200
const warmUpAsks = 20
const rounds = 3
const rowsOfPage = 101
const apis = { ...aptosApi, ...aptosNftExplorerApi }

type ListName =
  | 'collectionNftTransfers'
  | 'creatorNftTransfers'
  | 'walletNftTransfers'
  | 'nftOwners'
  | 'aptosCollections'
type Page = { cursor: string | null; result: readonly unknown[] }
type Ask = { raw: Record<string, unknown>; bare?: () => Promise<unknown> }
type List = { name: string; list: ListName; make: () => Ask }

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

const listsOf = (store: Store<AptosTables>): List[] => {
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
    { name: 'collections, newest', list: 'aptosCollections', make: () => ({ raw: { sort: 'newest', limit: 25 } }) },
    { name: 'collections, activity', list: 'aptosCollections', make: () => ({ raw: { sort: 'activity', limit: 25 } }) },
  ]
}

const percentiles = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return sorted.length ? `${at(0.5)} / ${at(0.99)}` : ''
}

const measure = async (store: Store<AptosTables>, { name, list, make }: List) => {
  const chains = createIndexedChains(store.db, { mainnet: createAptosNode({ baseUrls: ['http://127.0.0.1:9/v1'] }) })
  const options = { store, cursors: createCursors(new Uint8Array(32)), chains }
  const service = { ...createAptosNftService(options), ...createAptosNftExplorerService(options) }
  const answer = service[list] as (input: unknown) => Promise<Page>
  const asks = Array.from({ length: asksPerList + warmUpAsks }, make)
  const best = { service: new Map<number, number>(), next: new Map<number, number>(), bare: new Map<number, number>() }
  const timed = async <Result>(into: keyof typeof best, turn: number, act: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await act()
    const ms = performance.now() - startedAt
    if (turn >= warmUpAsks) best[into].set(turn, Math.min(ms, best[into].get(turn) ?? ms))
    return result
  }
  let rows = 0
  for (let round = 0; round < rounds; round++)
    for (const [turn, { raw, bare }] of asks.entries()) {
      const parse = (cursor: string | undefined) => apis[list].input.parse({ limit: 100, ...raw, cursor })
      const { cursor, result } = await timed('service', turn, () => answer(parse(undefined)))
      if (cursor) await timed('next', turn, () => answer(parse(cursor)))
      if (bare) await timed('bare', turn, bare)
      rows += result.length
    }
  return {
    list: name,
    'page 1 ms': percentiles([...best.service.values()]),
    'bare SQL ms': percentiles([...best.bare.values()]),
    'next page ms': percentiles([...best.next.values()]),
    'rows of page 1': Math.round(rows / asks.length / rounds),
    'next pages': best.next.size,
  }
}

const bench = async (url: string, millions: number): Promise<void> => {
  const store = await openStore<AptosTables>(url, { statementTimeoutMs: 600_000 })
  await migrate(store, storeMigrations, aptosMigrations)
  const isFilled = await store.db.selectFrom('aptos_intervals').select('last_version').executeTakeFirst()
  if (!isFilled) {
    const startedAt = performance.now()
    await fillActivities(store, millions * 1e6)
    console.error(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  }
  console.log(`${store.dialect}: ${millions} million activities`)
  const table = []
  for (const list of listsOf(store)) table.push(await measure(store, list))
  console.table(table)
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
  await store.close()
}

const words = process.argv.slice(2)
const millions = words.map(Number).find((size) => size > 0) ?? 1
const target = words.find((word) => !(Number(word) > 0)) ?? 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'spyglass-bench-'))
const server = target === 'postgres' ? await startPostgres() : undefined
const url = server ? await server.createDatabase() : target === 'sqlite' ? `sqlite:${join(folder, 'bench.db')}` : target
await bench(url, millions)
await server?.stop()
rmSync(folder, { recursive: true, force: true })
