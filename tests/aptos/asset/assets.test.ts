import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { readAssetType } from '#lib/aptos/api/format/asset-type.ts'
import { createAptosAssetService } from '#lib/aptos/asset/asset-service.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { pairedMetadata, primaryStore } from '#lib/aptos/chain/decode/asset-ids.ts'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { toSortable } from '#lib/base/sortable-integer.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { chainId, nftOptions, type Raw } from '#tests/aptos/nft/nft-services.ts'
import { dialects } from '#tests/store/test-stores.ts'

type Answer = Record<string, unknown> & { cursor: string | null; result: Record<string, unknown>[] }

const apt = `0x${'a'.padStart(64, '0')}`
const fake = `0x${'fa'.repeat(32)}`
const moon = '0x5::moon::Moon'
const ownerOf = (number: number): string => `0x${String(number).padStart(64, '0')}`
const at = 1_700_000_000_000_000

const asset = (id: string, columns: object) => ({
  chain_id: chainId,
  asset_id: toBytes32(id),
  coin_type: null,
  first_version: 1,
  first_timestamp: at,
  metadata_version: 1,
  name: 'Name',
  symbol: 'SYM',
  decimals: 8,
  icon_uri: '',
  project_uri: null,
  creator_address: toBytes32('0x1'),
  supply: null,
  maximum: null,
  ...columns,
})

const fill = async (store: Store<AptosTables>): Promise<void> => {
  await store.db
    .insertInto('aptos_assets')
    .values([
      asset(apt, { coin_type: '0x1::aptos_coin::AptosCoin', name: 'Aptos Coin', symbol: 'APT', supply: '77' }),
      asset(fake, { name: 'Get it at apt.gift', symbol: 'ΑРТ', supply: '1000' }),
      asset(pairedMetadata(moon), { coin_type: moon, symbol: 'MOON', icon_uri: null, supply: '500' }),
    ])
    .execute()
  const rows = Array.from({ length: 25 }, (_, number) => ({
    chain_id: chainId,
    storage_id: toBytes32(primaryStore(ownerOf(number), fake)),
    owner_address: toBytes32(ownerOf(number)),
    asset_id: toBytes32(fake),
    is_primary: 1 as const,
    is_frozen: number < 3 ? (1 as const) : (0 as const),
    amount: toSortable(BigInt(number * 10)),
    amount_v1: null,
    amount_v2: String(number * 10),
    last_version: 100 + number,
    last_timestamp: at,
    last_version_v1: null,
    last_version_v2: 100 + number,
  }))
  await store.db.insertInto('aptos_asset_balances').values(rows).execute()
  const activities = Array.from({ length: 30 }, (_, number) => ({
    chain_id: chainId,
    transaction_version: 100 + Math.floor(number / 3),
    event_index: (number % 3) - 1,
    transaction_timestamp: at + number,
    asset_id: toBytes32(number % 3 === 0 ? apt : fake),
    owner_address: number === 29 ? null : toBytes32(ownerOf(7)),
    storage_id: toBytes32(primaryStore(ownerOf(7), fake)),
    gas_fee_payer_address: null,
    token_standard: 'v2' as const,
    event_type: number % 3 === 0 ? '0x1::aptos_coin::GasFeeEvent' : '0x1::fungible_asset::Deposit',
    amount: '5',
    is_frozen: null,
    is_transaction_success: 1 as const,
    entry_function: '0x1::a::b',
    storage_refund_amount: '0',
  }))
  await store.db.insertInto('aptos_asset_activities').values(activities).execute()
  const interval = { chain_id: chainId, first_version: 0, last_version: 200 }
  await store.db
    .insertInto('aptos_intervals')
    .values({ ...interval, last_hash: toBytes32('0x1') })
    .execute()
}

describe.each(dialects)('coins and fungible assets on %s', (dialect) => {
  const createStore = aptosStores(dialect)
  let shared: Promise<Store<AptosTables>> | undefined
  const ask = async (name: keyof typeof aptosAssetApi, raw: Raw): Promise<Answer> => {
    shared ??= createStore().then(async (store) => {
      await fill(store)
      return store
    })
    const service = createAptosAssetService(nftOptions(await shared)) as unknown as Record<
      string,
      (input: unknown) => Promise<Answer>
    >
    const answer = await service[name]?.(parseInput(aptosAssetApi[name], raw))
    return aptosAssetApi[name].output.parse(answer) as unknown as Answer
  }
  const walk = async (name: keyof typeof aptosAssetApi, raw: Raw) => {
    const records: Record<string, unknown>[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Answer = await ask(name, { ...raw, limit: 4, cursor })
      records.push(...page.result)
      cursor = page.cursor
    }
    return records
  }

  test('an asset is found by its id and by the type of its coin, however its address is written', async () => {
    const byId = await ask('aptosAsset', { asset_type: '0xA' })
    expect(byId).toMatchObject({ asset_id: apt, asset_type: '0x1::aptos_coin::AptosCoin', symbol: 'APT', warnings: [] })
    for (const asset_type of ['0x1::aptos_coin::AptosCoin', `0x${'1'.padStart(64, '0')}::aptos_coin::AptosCoin`])
      expect(await ask('aptosAsset', { asset_type })).toEqual(byId)
    expect(await ask('aptosAsset', { asset_type: moon })).toMatchObject({
      asset_id: pairedMetadata(moon),
      supply: '500',
    })
  })

  test('frozen stores are counted, with a balance or without, if no earlier version is missing', async () => {
    const store = await createStore()
    await fill(store)
    await store.db.insertInto('aptos_chains').values({ chain_id: chainId }).execute()
    const service = createAptosAssetService(nftOptions(store))
    const frozen = async () =>
      (await service.aptosAsset(parseInput(aptosAssetApi.aptosAsset, { asset_type: fake }))).frozen_store_count
    expect(await frozen()).toBe(3)
    await store.db.updateTable('aptos_intervals').set({ first_version: 1 }).execute()
    expect(await frozen()).toBeNull()
    await store.db.updateTable('aptos_intervals').set({ first_version: 0 }).execute()
    await store.db.updateTable('aptos_chains').set({ lacks_state: 1 }).execute()
    expect(await frozen()).toBeNull()
  })

  test('an asset has the icon that this server made of its URI, if the URI is whole', async () => {
    const store = await createStore()
    await fill(store)
    const cut = `https://a.example/${'a'.repeat(494)}`
    await store.db.updateTable('aptos_assets').set({ icon_uri: cut }).where('asset_id', '=', toBytes32(apt)).execute()
    await store.db
      .updateTable('aptos_assets')
      .set({ icon_uri: 'ipfs://icon' })
      .where('asset_id', '=', toBytes32(fake))
      .execute()
    const asked: string[][] = []
    const previews = async (uris: readonly string[]) => {
      asked.push([...uris])
      return new Map(uris.map((uri) => [uri, `https://explorer.example/media/${uri.length}/low.webp`]))
    }
    const service = createAptosAssetService({ ...nftOptions(store), previews })
    const icon = 'https://explorer.example/media/11/low.webp'
    const of = async (asset_type: string) =>
      (await service.aptosAsset(parseInput(aptosAssetApi.aptosAsset, { asset_type }))).icon_preview_url
    expect([await of(fake), await of(apt), await of(moon)]).toEqual([icon, null, null])
    const { result } = await service.aptosAccountAssets(
      parseInput(aptosAssetApi.aptosAccountAssets, { address: ownerOf(7) }),
    )
    expect(result.map(({ icon_preview_url }) => icon_preview_url)).toEqual([icon])
    expect(asked).toEqual([['ipfs://icon'], [], [], ['ipfs://icon']])
  })

  test('the supply of a coin with a fungible asset is unknown: each counts its own part', async () => {
    expect((await ask('aptosAsset', { asset_type: apt })).supply).toBeNull()
    expect((await ask('aptosAsset', { asset_type: fake })).supply).toBe('1000')
  })

  test('a look-alike symbol and a name with a link are marked with reasons', async () => {
    const { warnings } = await ask('aptosAsset', { asset_type: fake })
    expect(warnings).toEqual([expect.stringContaining('looks like APT'), expect.stringContaining('link')])
  })

  test('holders are listed largest first with their share, without empty stores', async () => {
    const holders = await walk('aptosAssetHolders', { asset_type: fake })
    expect(holders.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 24 }, (_, index) => String((24 - index) * 10)),
    )
    expect(holders[0]).toMatchObject({ owner_address: ownerOf(24), percent: 24 })
  })

  test('the transfers of an asset have no gas fees, those of an account do, and every one is listed once', async () => {
    const ofAsset = await walk('aptosAssetTransfers', { asset_type: fake })
    expect(ofAsset.map((row) => [row.transaction_version, row.event_index])).toEqual(
      Array.from({ length: 20 }, (_, index) => [String(109 - Math.floor(index / 2)), 1 - (index % 2)]),
    )
    expect(ofAsset[0]?.owner_address).toBeNull()
    const ofAccount = await walk('aptosAccountTransfers', { address: ownerOf(7) })
    expect(ofAccount).toHaveLength(29)
    expect(ofAccount.filter((row) => row.is_gas_fee)).toHaveLength(10)
  })

  test('the assets of an account say what they are', async () => {
    expect(await walk('aptosAccountAssets', { address: ownerOf(9) })).toMatchObject([
      { asset_id: fake, symbol: 'ΑРТ', amount: '90', fungible_amount: '90', coin_amount: null },
    ])
    expect(await walk('aptosAccountAssets', { address: ownerOf(0) })).toEqual([])
  })
})

test('text that names no asset is refused', () => {
  for (const text of [
    '',
    'APT',
    '0x',
    '0x1::coin',
    '0x1::a::b;drop',
    `0x${'1'.repeat(65)}`,
    `0x1::a::${'b'.repeat(1_000)}`,
  ])
    expect(readAssetType(text)).toBeUndefined()
  expect(readAssetType('0x01::swap::LP<0x002::a::A, 0xAb::b::B>')).toBe('0x1::swap::LP<0x2::a::A, 0xab::b::B>')
})
