import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { addNameWords, assetNamed, collectionNamed } from '#lib/aptos/chain/write/add-catalog.ts'
import { aptosSearchApi } from '#lib/aptos/search/contract.ts'
import { createAptosSearchService } from '#lib/aptos/search/search-service.ts'
import { toSortable } from '#lib/base/sortable-integer.ts'
import { columnTypes } from '#lib/store/column-types.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { chainId, nftOptions } from '#tests/aptos/nft/nft-services.ts'
import { dialects } from '#tests/store/test-stores.ts'

const apt = `0x${'a'.padStart(64, '0')}`
const fake = `0x${'fa'.repeat(32)}`
const bears = 'be'.repeat(32)
const owner = `0x${'bea7'.padEnd(64, '1')}`

const assets = [
  { asset_id: apt, coin_type: '0x1::aptos_coin::AptosCoin', name: 'Aptos Coin', symbol: 'APT' },
  { asset_id: fake, coin_type: null, name: 'Aptos gift at apt.gift', symbol: 'APT' },
].map((row) => ({
  ...{ ...row, chain_id: chainId, asset_id: toBytes32(row.asset_id), first_version: 1, first_timestamp: 1 },
  ...{ metadata_version: 1, decimals: 8, icon_uri: null, project_uri: null, creator_address: null },
  ...{ supply: null, maximum: null },
}))

const collections = ['Bruh Bears', 'Aptos Bears'].map((name, index) => ({
  ...{ chain_id: chainId, first_version: 1, first_timestamp: 1, name, token_standard: 'v2' as const, uri: null },
  collection_data_id_hash: Buffer.from(index === 0 ? bears : 'c0'.repeat(32), 'hex'),
  creator_address: toBytes32('0x1'),
  ...{ written_version: 1, terms_version: 1, mutable_fields: null },
}))

const fill = async ({ db }: Store<AptosTables>): Promise<void> => {
  await db
    .insertInto('aptos_intervals')
    .values({ chain_id: chainId, first_version: 1, last_version: 9, last_hash: Buffer.alloc(32) })
    .execute()
  await db.insertInto('aptos_assets').values(assets).execute()
  await db.insertInto('aptos_collections').values(collections).execute()
  await db
    .insertInto('aptos_asset_balances')
    .values(
      ['1', '2'].map((storage) => ({
        ...{ chain_id: chainId, storage_id: toBytes32(`0x${storage}`), owner_address: toBytes32(owner) },
        ...{ asset_id: toBytes32(apt), is_primary: 1 as const, is_frozen: 0 as const, amount: toSortable(1n) },
        ...{ amount_v1: null, amount_v2: '1', last_version: 1, last_timestamp: 1 },
        ...{ last_version_v1: null, last_version_v2: 1 },
      })),
    )
    .execute()
}

describe.each(dialects)('the search on Aptos on %s', (dialect) => {
  const createStore = aptosStores(dialect)
  const searching = (store: Store<AptosTables>) => {
    const { aptosSearch } = createAptosSearchService(nftOptions(store))
    return async (q: string) => {
      const { result } = await aptosSearch(parseInput(aptosSearchApi.aptosSearch, { q }))
      return result.map(({ type, value }) => `${type} ${value}`)
    }
  }
  const filled = async () => {
    const store = await createStore()
    await fill(store)
    await store.db
      .transaction()
      .execute((transaction) =>
        addNameWords(transaction, [...assets.map(assetNamed), ...collections.map(collectionNamed)]),
      )
    return searching(store)
  }

  test('finds assets and collections by the start of a word of their name, misleading names last', async () => {
    const search = await filled()
    const coins = ['asset 0x1::aptos_coin::AptosCoin', `asset ${fake}`]
    expect(await search('apt')).toEqual([...coins, `collection ${'c0'.repeat(32)}`])
    expect(await search('Aptos co')).toEqual(coins.slice(0, 1))
    expect(await search('Bruh Bears')).toEqual([`collection ${bears}`])
    expect((await search('bears')).sort()).toEqual([`collection ${bears}`, `collection ${'c0'.repeat(32)}`].sort())
    for (const nothing of ['b', 'ears', '%', '0xbe']) expect(await search(nothing)).toEqual([])
  })

  test('finds ids by their beginning, an account with several assets once', async () => {
    const search = await filled()
    expect(await search('0xBEBE')).toEqual([`collection ${bears}`])
    expect(await search('0xbea7')).toEqual([`account ${owner}`])
    expect(await search(fake.slice(0, 60))).toEqual([`asset ${fake}`])
  })

  test('names that were stored before the index of words are found once it is made', async () => {
    const store = await createStore()
    await fill(store)
    await store.db.schema.dropTable('aptos_name_words').execute()
    await aptosMigrations.migrations(columnTypes(dialect))['013-name-words']?.up(store.db as never)
    const search = searching(store)
    expect(await search('apt')).toHaveLength(3)
    expect(await search('bruh')).toEqual([`collection ${bears}`])
  })
})
