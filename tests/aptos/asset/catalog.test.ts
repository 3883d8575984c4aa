import { CompiledQuery, createQueryId } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { createAptosAssetService } from '#lib/aptos/asset/asset-service.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { addNameWords, assetNamed, collectionNamed } from '#lib/aptos/chain/write/add-catalog.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { createAptosNftExplorerService } from '#lib/aptos/nft/nft-explorer-service.ts'
import { toSortable } from '#lib/base/sortable-integer.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { chainId, nftOptions } from '#tests/aptos/nft/nft-services.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'

/** Each is named after its first version; Bears are the third to the fifth. */
const names = ['Gulls', 'Terns', 'Bruh Bears', 'Bears', 'Polar Bears', 'Owls', 'Kites']
const idOf = (index: number) => Buffer.from(`c${index}`.repeat(32), 'hex')
const nameOf = (id: string) => names[Number(id.replace('0x', '')[1])]

const seen = { first_timestamp: 1_600_000_000_000_000, written_version: 1, terms_version: 1, mutable_fields: null }
const collections = names.map((name, index) => ({
  ...{ chain_id: chainId, name, first_version: index, collection_data_id_hash: idOf(index), uri: null, ...seen },
  ...{ creator_address: toBytes32('0x1'), token_standard: 'v2' as const },
}))
const assets = names.map((name, index) => ({
  ...{ chain_id: chainId, name, first_version: index, first_timestamp: index, asset_id: idOf(index) },
  ...{ symbol: name.slice(0, 3).toUpperCase(), coin_type: null, metadata_version: 1, decimals: 8, icon_uri: '' },
  ...{ project_uri: null, creator_address: null, supply: '500', maximum: null },
}))
/** Activity by day: the last one is not over. */
const days = [
  ...[1, 2].map((index) => ({ index, day: 100, activity_count: 5 })),
  { index: 3, day: 100, activity_count: 1 },
  { index: 4, day: 101, activity_count: 9 },
  { index: 0, day: 98, activity_count: 70 },
].map(({ index, ...row }) => ({ id: idOf(index), ...row, chain_id: chainId }))

const owned = (index: number, token: number, owner: number, amount: string) => ({
  ...{ chain_id: chainId, token_data_id_hash: toBytes32(`0x${index}${token}`), owner_address: toBytes32(`0x${owner}`) },
  ...{ collection_data_id_hash: idOf(index), creator_address: toBytes32('0x1'), property_version: '0', amount },
  ...{ collection_name: '', name: '', token_standard: 'v2' as const, table_type: null, token_properties: null },
  ...{ last_transaction_version: 1, last_transaction_timestamp: 1 },
})

const fill = async ({ db }: Store<AptosTables>): Promise<void> => {
  await db
    .insertInto('aptos_intervals')
    .values({ chain_id: chainId, first_version: 0, last_version: 9, last_hash: Buffer.alloc(32) })
    .execute()
  await db.insertInto('aptos_collections').values(collections).execute()
  await db.insertInto('aptos_assets').values(assets).execute()
  await db
    .insertInto('aptos_collection_days')
    .values(days.map(({ id, ...row }) => ({ ...row, collection_data_id_hash: id })))
    .execute()
  await db
    .insertInto('aptos_asset_days')
    .values(days.map(({ id, ...row }) => ({ ...row, asset_id: id })))
    .execute()
  await db
    .insertInto('aptos_token_ownerships')
    .values([owned(2, 1, 7, '1'), owned(2, 2, 7, '1'), owned(2, 3, 8, '1'), owned(2, 4, 9, '0')])
    .execute()
  await db
    .insertInto('aptos_asset_balances')
    .values(
      ['1', '2'].map((storage) => ({
        ...{ chain_id: chainId, storage_id: toBytes32(`0x${storage}`), owner_address: toBytes32('0x7') },
        ...{ asset_id: idOf(2), is_primary: 1 as const, is_frozen: 0 as const, amount: toSortable(1n) },
        ...{ amount_v1: null, amount_v2: '1', last_version: 1, last_timestamp: 1 },
        ...{ last_version_v1: null, last_version_v2: 1 },
      })),
    )
    .execute()
  await db
    .transaction()
    .execute((transaction) =>
      addNameWords(transaction, [...assets.map(assetNamed), ...collections.map(collectionNamed)]),
    )
}

type Raw = { sort?: string; search?: string; limit?: number; cursor?: string }
const lists = ['aptosCollections', 'aptosAssets'] as const
type List = (typeof lists)[number]

const asking = (store: Store<AptosTables>) => {
  const { aptosCollections } = createAptosNftExplorerService(nftOptions(store))
  const { aptosAssets } = createAptosAssetService(nftOptions(store))
  const api = aptosExplorerApi
  const pageOf = async (list: List, raw: Raw) => {
    if (list === 'aptosAssets') {
      const page = readOutput(api.aptosAssets, await aptosAssets(parseInput(api.aptosAssets, raw)))
      return { ...page, result: page.result.map((row) => ({ ...row, id: row.asset_id })) }
    }
    const page = readOutput(api.aptosCollections, await aptosCollections(parseInput(api.aptosCollections, raw)))
    return { ...page, result: page.result.map((row) => ({ ...row, id: row.collection_data_id_hash })) }
  }
  return async (list: List, raw: Raw) => {
    const { cursor, result } = await pageOf(list, raw)
    return { cursor, result: result.map((row) => ({ ...row, name: nameOf(row.id) })) }
  }
}

describe.each(dialects)('the lists of everything indexed on %s', (dialect) => {
  const createStore = aptosStores(dialect)
  const filled = async () => {
    const store = await createStore()
    await fill(store)
    return asking(store)
  }
  const namesIn = async (ask: ReturnType<typeof asking>, list: List, raw: { sort?: string; search?: string }) =>
    (await ask(list, raw)).result.map(({ name }) => name)

  const orders = {
    activity: ['Bruh Bears', 'Terns', 'Bears', 'Kites', 'Owls', 'Polar Bears', 'Gulls'],
    newest: [...names].reverse(),
  }

  test.each(lists)('%s: every order has all of them, and pages of any size add up to it', async (list) => {
    const ask = await filled()
    for (const [sort, order] of Object.entries(orders)) {
      expect(await namesIn(ask, list, { sort })).toEqual(order)
      for (const limit of [1, 2, 3, 7]) {
        const walked: unknown[] = []
        let cursor: string | null | undefined
        while (cursor !== null) {
          const page = await ask(list, { sort, limit, cursor })
          walked.push(...page.result.map(({ name }) => name))
          cursor = page.cursor
        }
        expect(walked).toEqual(order)
      }
    }
  })

  test.each(lists)('%s: the day is the last whole one', async (list) => {
    const { result } = await (await filled())(list, {})
    expect(result.map(({ day, day_activity_count }) => [day, day_activity_count])).toEqual(
      [5, 5, 1, 0, 0, 0, 0].map((count) => ['1970-04-11', count]),
    )
  })

  test.each(lists)(
    '%s: a search finds the beginning of a word of a name, in the order that is asked for',
    async (list) => {
      const ask = await filled()
      expect(await namesIn(ask, list, { search: 'bear' })).toEqual(['Bruh Bears', 'Bears', 'Polar Bears'])
      expect(await namesIn(ask, list, { search: 'BEAR', sort: 'newest' })).toEqual([
        'Polar Bears',
        'Bears',
        'Bruh Bears',
      ])
      expect(await namesIn(ask, list, { search: 'ears' })).toEqual([])
    },
  )

  test('NFTs, owners and holders are counted from what is held', async () => {
    const ask = await filled()
    const [collection] = (await ask('aptosCollections', {})).result
    expect(collection).toMatchObject({ name: 'Bruh Bears', token_count: 0, owner_count: 2 })
    const [asset] = (await ask('aptosAssets', {})).result
    expect(asset).toMatchObject({ name: 'Bruh Bears', holder_count: 2, supply: '500' })
  })
})

test('owners of a collection are counted up to 1,000 holdings', async () => {
  const store = await aptosStores('sqlite')()
  await fill(store)
  const held = Array.from({ length: 1_000 }, (_, token) => owned(5, token, 7 + (token % 3), '1'))
  await store.db.transaction().execute((one) => store.insertMany(one, 'aptos_token_ownerships', held))
  const owls = async () => (await asking(store)('aptosCollections', { search: 'owls' })).result
  expect(await owls()).toMatchObject([{ owner_count: 3 }])
  await store.db
    .insertInto('aptos_token_ownerships')
    .values(owned(5, 1_000, 7, '1'))
    .execute()
  expect(await owls()).toMatchObject([{ owner_count: null }])
})

test('each order is a range of its index, however many rows there are', async () => {
  const store = await aptosStores('sqlite')()
  await fill(store)
  const { statements, rowCounts, remember } = rememberStatements()
  const ask = asking({ ...store, db: store.db.withPlugin(remember) })
  for (const list of lists)
    for (const sort of ['activity', 'newest']) {
      let cursor: string | null | undefined
      while (cursor !== null) cursor = (await ask(list, { sort, limit: 2, cursor })).cursor
    }
  // A page, and the row that shows whether there is another.
  expect(Math.max(...rowCounts)).toBe(3)
  const steps: string[] = []
  const executor = store.db.getExecutor()
  for (const statement of statements) {
    const { sql, parameters } = executor.compileQuery(statement, createQueryId())
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await store.db.executeQuery<{ detail: string }>(plan)
    steps.push(...rows.map(({ detail }) => detail))
  }
  const used = steps.join('\n')
  for (const table of ['aptos_collection', 'aptos_asset'])
    for (const index of [`${table}_days_by_day (chain_id=? AND day=?`, `${table}s_by_age (chain_id=?`])
      expect(used).toContain(index)
  expect(steps.filter((step) => /^SCAN aptos_/.test(step))).toEqual([])
  // That index is sorted by owner, as distinct owners are, but has no range of a collection.
  expect(used).not.toContain('aptos_token_ownerships_by_owner')
})
