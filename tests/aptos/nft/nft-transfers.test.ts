import { describe, expect, test } from 'vitest'
import type { AptosTables, AptosTokenActivityRow } from '#lib/aptos/chain/tables.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { activityCandidatesMax, roundsMax } from '#lib/aptos/nft/activity-ranges.ts'
import { createAptosNftService } from '#lib/aptos/nft/nft-service.ts'
import { collectionsMax } from '#lib/aptos/nft/nft-transfers.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { isFull, sample } from '#tests/support/tier.ts'
import { walkPages } from '#tests/support/walk-pages.ts'
import { asking, chainId, type ListName, nftOptions, type Page, type Raw } from './nft-services.ts'
import {
  addressOf,
  bytesOf,
  collectionOf,
  createTokenLedger,
  creatorOf,
  hexOf,
  isoMicroseconds,
  timestampAt,
  tokenOf,
} from './token-ledger.ts'

const lists = ['collectionNftTransfers', 'creatorNftTransfers', 'walletNftTransfers'] as const

const placesOn = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ result }) => result.map((record) => `${record.transaction_version}/${record.event_sequence_number}`))

/** A list by the plainest reading of its rules: every activity, looked at one by one. */
const naive = (list: ListName, rows: readonly AptosTokenActivityRow[], raw: Raw): string[] => {
  const has = (name: string, value: Uint8Array | null): boolean =>
    value !== null && Array.isArray(raw[name]) && raw[name].some((one: string) => one.endsWith(hexOf(value) ?? '?'))
  const given = (name: string): boolean => Array.isArray(raw[name]) && raw[name].length > 0
  return rows
    .filter((row) => {
      const inAny = (name: string) => [row.from_address, row.to_address].some((side) => has(name, side))
      const collection = row.collection_data_id_hash
      if (list === 'collectionNftTransfers' && raw.collection_data_id_hash !== hexOf(collection)) return false
      if (list === 'creatorNftTransfers' && !has('creator_addresses', row.creator_address)) return false
      if (list === 'walletNftTransfers' && !inAny('wallet_addresses')) return false
      if (given('wallet_whitelist') && !inAny('wallet_whitelist')) return false
      if (inAny('wallet_blacklist')) return false
      if (given('collection_whitelist') && !has('collection_whitelist', collection)) return false
      return !has('collection_blacklist', collection)
    })
    .toSorted((a, b) => b.transaction_version - a.transaction_version || b.event_index - a.event_index)
    .map((row) => `${row.transaction_version}/${row.event_sequence_number}`)
}

describe.each(dialects)('NFT transfers on %s', (dialect) => {
  const createStore = aptosStores(dialect)
  const ledger = createTokenLedger(seeded(7))
  ledger.steps(250)
  const { activities } = ledger
  let shared: Promise<Store<AptosTables>> | undefined
  const filledOnce = () => {
    shared ??= createStore().then(async (store) => {
      await ledger.store(store)
      return store
    })
    return shared
  }
  const some = (random: () => number, name: (index: number) => string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => name(index)).filter(() => random() < 0.4)
  const perhaps = (random: () => number, name: (index: number) => string, count: number) =>
    random() < 0.4 ? some(random, name, count) : undefined

  const randomAsk = (random: () => number): { list: ListName; raw: Raw } => {
    const list = lists[Math.floor(random() * 3)] ?? 'collectionNftTransfers'
    const paging = { limit: 1 + Math.floor(random() * 40) }
    const ofCollections = {
      collection_whitelist: perhaps(random, collectionOf, 5),
      collection_blacklist: perhaps(random, collectionOf, 5),
    }
    if (list === 'collectionNftTransfers') {
      const wallets = {
        wallet_whitelist: perhaps(random, addressOf, 6),
        wallet_blacklist: perhaps(random, addressOf, 6),
      }
      return { list, raw: { ...paging, ...wallets, collection_data_id_hash: collectionOf(Math.floor(random() * 5)) } }
    }
    const name = list === 'creatorNftTransfers' ? 'creator_addresses' : 'wallet_addresses'
    const address = list === 'creatorNftTransfers' ? (index: number) => creatorOf(index) : addressOf
    const count = list === 'creatorNftTransfers' ? 2 : 6
    const addresses = some(random, address, count)
    return { list, raw: { ...paging, ...ofCollections, [name]: addresses.length ? addresses : [address(0)] } }
  }
  const withoutEmpty = (raw: Raw): Raw =>
    Object.fromEntries(Object.entries(raw).filter(([, value]) => !(Array.isArray(value) && value.length === 0)))

  test('pages add up to the filtered activities in order, for every combination of filters', async () => {
    const ask = asking(await filledOnce())
    const random = seeded(11)
    const sizes = new Set<number>()
    const turns = isFull ? 60 : 24
    for (let turn = 0; turn < turns; turn++) {
      const made = randomAsk(random)
      const raw = withoutEmpty(made.raw)
      const pages = await walkPages((cursor) => ask(made.list, { ...raw, cursor }))
      const expected = naive(made.list, activities, raw)
      expect(placesOn(pages), JSON.stringify({ ...made, raw })).toEqual(expected)
      expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual(pages.map((_, index) => index < pages.length - 1))
      expect(pages.length).toBe(Math.max(1, Math.ceil(expected.length / Number(raw.limit))))
      sizes.add(expected.length)
    }
    expect(sizes.size).toBeGreaterThan(turns / 4)
  })

  test('an offset applies only to the first page', async () => {
    const ask = asking(await filledOnce())
    for (const offset of [0, 1, 7, 100]) {
      const raw = { wallet_addresses: [0, 1, 2].map(addressOf), limit: 5, offset }
      const pages = await walkPages((cursor) => ask('walletNftTransfers', { ...raw, cursor }))
      expect(placesOn(pages)).toEqual(naive('walletNftTransfers', activities, raw).slice(offset))
    }
    const wanted = { wallet_addresses: [addressOf(0)], limit: 5, offset: 100, collection_blacklist: [collectionOf(0)] }
    const pages = await walkPages((cursor) => ask('walletNftTransfers', { ...wanted, cursor }))
    expect(placesOn(pages)).toEqual(naive('walletNftTransfers', activities, wanted).slice(100))
  })

  test.each([1, 2])('a walk sees each activity once while new versions arrive (seed %i)', async (seed) => {
    for (const list of sample(lists, 2, (one) => `${seed} ${one}`)) {
      const store = await createStore()
      const growing = createTokenLedger(seeded(seed))
      growing.steps(60)
      await growing.store(store)
      const raw: Raw = {
        limit: 4,
        ...(list === 'collectionNftTransfers' && {
          collection_data_id_hash: collectionOf(1),
          wallet_blacklist: [addressOf(2)],
        }),
        ...(list === 'creatorNftTransfers' && {
          creator_addresses: [creatorOf(0)],
          collection_blacklist: [collectionOf(0)],
        }),
        ...(list === 'walletNftTransfers' && { wallet_addresses: [addressOf(0), addressOf(1)] }),
      }
      const expected = naive(list, growing.activities, raw)
      const ask = asking(store)
      const pages = await walkPages(
        (cursor) => ask(list, { ...raw, cursor }),
        async () => {
          growing.steps(3)
          await growing.store(store)
        },
      )
      expect(expected.length).toBeGreaterThan(8)
      expect(placesOn(pages)).toEqual(expected)
    }
  })

  test("records have the API's fields, types and order", async () => {
    const ask = asking(await filledOnce())
    const { result } = await ask('walletNftTransfers', { wallet_addresses: ['0x1'], limit: 50 })
    const example = aptosApi.walletNftTransfers.example.output.result[0]
    const byPlace = new Map(activities.map((row) => [`${row.transaction_version}/${row.event_sequence_number}`, row]))
    for (const record of result) {
      expect(Object.keys(record)).toEqual(Object.keys(example ?? {}))
      const row = byPlace.get(`${record.transaction_version}/${record.event_sequence_number}`)
      if (!row) throw new Error('the record is of no activity')
      expect(record).toEqual({
        collection_data_id_hash: hexOf(row.collection_data_id_hash),
        collection_name: row.collection_name,
        creator_address: `0x${hexOf(row.creator_address)}`,
        event_account_address: `0x${hexOf(row.event_account_address)}`,
        event_creation_number: '4',
        event_sequence_number: row.event_sequence_number,
        name: row.name,
        property_version: row.property_version,
        token_amount: row.token_amount,
        token_data_id_hash: hexOf(row.token_data_id_hash),
        transaction_timestamp: isoMicroseconds(timestampAt(row.transaction_version)),
        transfer_type: row.transfer_type,
        transaction_version: String(row.transaction_version),
        coin_amount: null,
        coin_type: null,
        from_address: row.from_address && `0x${hexOf(row.from_address)}`,
        to_address: row.to_address && `0x${hexOf(row.to_address)}`,
      })
      expect(String(record.creator_address)).toHaveLength(66)
    }
    expect(result.length).toBeGreaterThan(20)
  })

  test('a digital asset carries its token standard', async () => {
    const store = await createStore()
    const one = createTokenLedger(seeded(1))
    one.steps(1)
    for (const row of one.activities) row.token_standard = 'v2'
    await one.store(store)
    const [first] = one.activities
    const raw = { collection_data_id_hash: hexOf(first?.collection_data_id_hash ?? null) }
    const { result } = await asking(store)('collectionNftTransfers', raw)
    expect(result[0]).toMatchObject({ token_standard: 'v2' })
  })

  test('a cursor is valid only for its own list, network and filters', async () => {
    const ask = asking(await filledOnce())
    const raw: Raw = {
      wallet_addresses: [addressOf(0), addressOf(1)],
      collection_blacklist: [collectionOf(0)],
      limit: 2,
    }
    const { cursor } = await ask('walletNftTransfers', raw)
    const refused = { code: 'invalid_request', details: [{ name: 'cursor' }] }
    const refusal = (list: ListName, other: Raw) =>
      expect(ask(list, { ...raw, cursor, ...other })).rejects.toMatchObject(refused)
    await refusal('creatorNftTransfers', { creator_addresses: [creatorOf(0)] })
    await refusal('collectionNftTransfers', { collection_data_id_hash: collectionOf(0) })
    await refusal('nftOwners', { token_ids: [tokenOf(0, 0)] })
    await refusal('walletNftTransfers', { wallet_addresses: [addressOf(0)] })
    await refusal('walletNftTransfers', { collection_whitelist: [collectionOf(1)] })
    await refusal('walletNftTransfers', { collection_blacklist: [collectionOf(1)] })
    await refusal('walletNftTransfers', { cursor: `${cursor}A` })
    await refusal('walletNftTransfers', { cursor: 'eyJwYWdlIjoxfQ' })
    // The page size is the walk's: another one is not taken.
    expect((await ask('walletNftTransfers', { ...raw, cursor, limit: 50 })).result).toHaveLength(2)
  })

  test('networks are separate, and an unindexed one is left to another source', async () => {
    const store = await filledOnce()
    const ask = asking(store)
    const wallet = { wallet_addresses: [addressOf(0)] }
    await expect(ask('walletNftTransfers', { ...wallet, network: 'testnet' })).rejects.toMatchObject({
      code: 'not_available',
      message: expect.stringContaining('is still empty'),
    })
    const testnet = { chain_id: 2, first_version: 5, last_version: 9, last_hash: bytesOf(addressOf(0)) }
    await store.db.insertInto('aptos_intervals').values(testnet).execute()
    expect((await ask('walletNftTransfers', { ...wallet, network: 'testnet' })).result).toEqual([])
    const { cursor } = await ask('walletNftTransfers', { ...wallet, limit: 1 })
    await expect(ask('walletNftTransfers', { ...wallet, network: 'testnet', cursor })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const service = createAptosNftService({ ...nftOptions(store), chains: createIndexedChains(store.db, {}) })
    const input = aptosApi.walletNftTransfers.input.parse({ ...wallet, limit: 1, network: 'testnet' })
    await expect(service.walletNftTransfers(input)).rejects.toMatchObject({
      code: 'chain_not_served',
      message: expect.stringMatching(/APTOS_TESTNET_NODE_URL.*APTOS_TESTNET_START_VERSION/),
    })
  })

  describe('filters that no index covers', () => {
    const [sender, rare] = [addressOf(50), addressOf(51)]
    const count = activityCandidatesMax * roundsMax + 3_000
    const base = (index: number): AptosTokenActivityRow => ({
      chain_id: chainId,
      transaction_version: index + 1,
      event_index: 0,
      transaction_timestamp: timestampAt(index),
      creator_address: bytesOf(creatorOf(0)),
      collection_data_id_hash: bytesOf(collectionOf(index === 900 ? 2 : 0)),
      token_data_id_hash: bytesOf(tokenOf(0, 0)),
      property_version: '0',
      collection_name: 'Collection 0',
      name: 'Token 0',
      token_standard: 'v1',
      event_account_address: bytesOf(sender),
      event_creation_number: '1',
      event_sequence_number: String(index),
      from_address: bytesOf(index === 800 ? rare : sender),
      to_address: null,
      token_amount: '1',
      transfer_type: '0x3::token::WithdrawEvent',
    })
    const many = Array.from({ length: count }, (_, index) => base(index))
    let crowd: Promise<Store<AptosTables>> | undefined
    const crowded = () => {
      crowd ??= createStore().then(async (store) => {
        await store.db
          .transaction()
          .execute((transaction) => store.insertMany(transaction, 'aptos_token_activities', many))
        const interval = { chain_id: chainId, first_version: 0, last_version: count, last_hash: bytesOf(addressOf(0)) }
        await store.db.insertInto('aptos_intervals').values(interval).execute()
        for (const collection of [0, 2])
          await store.db
            .insertInto('aptos_collections')
            .values({
              chain_id: chainId,
              collection_data_id_hash: bytesOf(collectionOf(collection)),
              first_version: 1,
              first_timestamp: 1,
              creator_address: bytesOf(creatorOf(0)),
              name: '',
              uri: null,
              token_standard: 'v1',
            })
            .execute()
        return store
      })
      return crowd
    }

    test('a request reads a bounded number of activities, and a walk misses none', async () => {
      const ask = asking(await crowded())
      for (const [list, raw] of [
        ['walletNftTransfers', { wallet_addresses: [sender], collection_blacklist: [collectionOf(0)] }],
        ['collectionNftTransfers', { collection_data_id_hash: collectionOf(0), wallet_blacklist: [sender] }],
      ] as const) {
        const pages = await walkPages((cursor) => ask(list, { ...raw, limit: 5, cursor }))
        expect(placesOn(pages)).toEqual(naive(list, many, raw))
        expect(pages.map(({ result }) => result.length)).toEqual([0, 1])
      }
    })

    test('a creator with thousands of collections is searched', async () => {
      const store = await createStore()
      const prolific = Array.from({ length: collectionsMax + 40 }, (_, index) => ({
        ...base(index),
        collection_data_id_hash: bytesOf(collectionOf(2 * index)),
      }))
      await store.db.transaction().execute(async (transaction) => {
        await store.insertMany(transaction, 'aptos_token_activities', prolific)
        const known = prolific.map(({ collection_data_id_hash, transaction_version }) => ({
          chain_id: chainId,
          collection_data_id_hash,
          first_version: transaction_version,
          first_timestamp: 1,
          creator_address: bytesOf(creatorOf(0)),
          name: '',
          uri: null,
          token_standard: 'v1',
        }))
        await store.insertMany(transaction, 'aptos_collections', known)
        const interval = { chain_id: chainId, first_version: 0, last_version: count, last_hash: bytesOf(addressOf(0)) }
        await transaction.insertInto('aptos_intervals').values(interval).execute()
      })
      const ask = asking(store)
      for (const excluded of [1, 25]) {
        const collection_blacklist = Array.from({ length: excluded }, (_, index) => collectionOf(2 * index))
        const raw = { creator_addresses: [creatorOf(0)], collection_blacklist, limit: 30 }
        const pages = await walkPages((cursor) => ask('creatorNftTransfers', { ...raw, cursor }))
        expect(placesOn(pages)).toEqual(naive('creatorNftTransfers', prolific, raw))
      }
    })

    test("the more selective list drives the query, and a creator's other collections need no search", async () => {
      const ask = asking(await crowded())
      for (const [list, raw] of [
        ['collectionNftTransfers', { collection_data_id_hash: collectionOf(0), wallet_whitelist: [rare] }],
        ['walletNftTransfers', { wallet_addresses: [sender], collection_whitelist: [collectionOf(2)] }],
        ['creatorNftTransfers', { creator_addresses: [creatorOf(0)], collection_blacklist: [collectionOf(0)] }],
        ['creatorNftTransfers', { creator_addresses: [creatorOf(0)], collection_whitelist: [collectionOf(2)] }],
      ] as const) {
        const page = await ask(list, raw)
        expect(placesOn([page])).toEqual(naive(list, many, raw))
        expect(page.cursor).toBeNull()
      }
    })
  })
})
