import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { createIndexStates } from '#lib/aptos/network/index-state.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { createAptosNftExplorerService } from '#lib/aptos/nft/nft-explorer-service.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { chainId, nftOptions, type Raw } from './nft-services.ts'
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

type Answer = Record<string, unknown> & { cursor?: string | null; result: Record<string, unknown>[] }

describe.each(dialects)('collections, tokens and holdings on %s', (dialect) => {
  const createStore = aptosStores(dialect)
  const ledger = createTokenLedger(seeded(21))
  ledger.steps(120)
  const filled = async () => {
    const store = await createStore()
    await ledger.store(store)
    await store.db.deleteFrom('aptos_collection_days').execute()
    return store
  }
  let shared: ReturnType<typeof filled> | undefined
  const asking = async () => {
    shared ??= filled()
    const service = createAptosNftExplorerService(nftOptions(await shared)) as unknown as Record<
      string,
      (input: unknown) => Promise<Answer>
    >
    return async (name: keyof typeof aptosNftExplorerApi, raw: Raw): Promise<Answer> => {
      const answer = await service[name]?.(parseInput(aptosNftExplorerApi[name], raw))
      return aptosNftExplorerApi[name].output.parse(answer) as unknown as Answer
    }
  }
  const walk = async (name: keyof typeof aptosNftExplorerApi, raw: Raw) => {
    const ask = await asking()
    const records: Record<string, unknown>[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Answer = await ask(name, { ...raw, cursor })
      records.push(...page.result)
      cursor = page.cursor ?? null
    }
    return records
  }
  const holdingLine = (record: Record<string, unknown>): string =>
    [
      String(record.last_transaction_version).padStart(9, '0'),
      record.token_data_id_hash,
      String(record.property_version).padStart(3, '0'),
      String(record.owner_address).slice(2),
      record.amount,
    ].join(' ')
  const heldLines = (keep: (row: ReturnType<typeof ledger.held>[number]) => boolean): string[] =>
    ledger
      .held()
      .filter(keep)
      .map((row) =>
        holdingLine({
          ...row,
          token_data_id_hash: hexOf(row.token_data_id_hash),
          owner_address: `0x${hexOf(row.owner_address)}`,
        }),
      )
      .sort()
      .reverse()

  test("lists an account's holdings and a collection's owners, page by page", async () => {
    for (const limit of [1, 3, 100])
      for (const index of [0, 1, 2]) {
        const held = await walk('aptosAccountTokens', { address: addressOf(index), limit })
        expect(held.map(holdingLine)).toEqual(
          heldLines((row) => hexOf(row.owner_address) === addressOf(index).slice(2)),
        )
        const id = collectionOf(index)
        const owners = await walk('aptosCollectionOwners', { collection_data_id_hash: id, limit })
        expect(owners.map(holdingLine)).toEqual(heldLines((row) => hexOf(row.collection_data_id_hash) === id))
      }
  })

  test('lists everything that happened to a token, newest first', async () => {
    const id = tokenOf(1, 2)
    const records = await walk('aptosTokenTransfers', { token_data_id_hash: id, limit: 4 })
    const expected = ledger.activities.filter((row) => hexOf(row.token_data_id_hash) === id)
    expect(records.map((one) => `${one.transaction_version}/${one.event_sequence_number}`)).toEqual(
      expected.map((row) => `${row.transaction_version}/${row.event_sequence_number}`).reverse(),
    )
    expect(expected.length).toBeGreaterThan(8)
  })

  test('counts a collection; an unknown one is not found', async () => {
    const ask = await asking()
    const id = collectionOf(1)
    const held = ledger.held().filter((row) => hexOf(row.collection_data_id_hash) === id)
    const activities = ledger.activities.filter((row) => hexOf(row.collection_data_id_hash) === id)
    const { db } = await (shared ?? filled())
    await db
      .insertInto('aptos_collection_days')
      .values(
        [3, 19_000, 19_001].map((day) => ({
          chain_id: chainId,
          collection_data_id_hash: bytesOf(id),
          day,
          activity_count: day,
        })),
      )
      .execute()
    expect(await ask('aptosCollection', { collection_data_id_hash: id })).toEqual({
      collection_data_id_hash: id,
      collection_name: 'Collection 1',
      creator_address: creatorOf(1),
      uri: null,
      metadata_status: null,
      metadata_error: null,
      normalized_metadata: null,
      media: null,
      token_standard: 'v1',
      first_version: String(activities[0]?.transaction_version),
      first_timestamp: isoMicroseconds(timestampAt(activities[0]?.transaction_version ?? 0)),
      last_version: String(activities.at(-1)?.transaction_version),
      last_timestamp: isoMicroseconds(timestampAt(activities.at(-1)?.transaction_version ?? 0)),
      activity_count: '38004',
      creator_may_change: null,
      token_count: 0,
      holding_count: held.length,
      owner_count: new Set(held.map((row) => hexOf(row.owner_address))).size,
    })
    expect((await ask('aptosCollectionDays', { collection_data_id_hash: id, limit: 2 })).result).toEqual([
      { day: '2022-01-08', activity_count: 19_000 },
      { day: '2022-01-09', activity_count: 19_001 },
    ])
    const unknown = { collection_data_id_hash: 'ab'.repeat(32) }
    await expect(ask('aptosCollection', unknown)).rejects.toMatchObject({ code: 'not_found' })
    expect((await ask('aptosCollectionOwners', unknown)).result).toEqual([])
    expect((await ask('aptosCollectionDays', unknown)).result).toEqual([])
  })

  test("lists a creator's collections, newest first", async () => {
    const records = await walk('aptosCreatorCollections', { address: creatorOf(0), limit: 1 })
    const firstSeen = (id: string) =>
      ledger.activities.find((row) => hexOf(row.collection_data_id_hash) === id)?.transaction_version ?? 0
    const expected = [0, 2, 4].map(collectionOf).sort((a, b) => firstSeen(b) - firstSeen(a) || (a < b ? 1 : -1))
    expect(records.map((one) => one.collection_data_id_hash)).toEqual(expected)
  })

  test('dates a token by its creation, or by its first event', async () => {
    const ask = await asking()
    const id = tokenOf(0, 1)
    const rows = ledger.activities.filter((row) => hexOf(row.token_data_id_hash) === id)
    const identity = { token_data_id_hash: id, name: 'Token 1', collection_data_id_hash: collectionOf(0) }
    const holdings = ledger.held().filter((row) => hexOf(row.token_data_id_hash) === id)
    expect(await ask('aptosToken', { token_data_id_hash: id })).toMatchObject({
      ...identity,
      uri: null,
      first_version: String(rows[0]?.transaction_version),
      holding_count: holdings.length,
      royalty: null,
      creator_may_change: null,
      token_properties: holdings.length ? { level: '7' } : {},
    })
    const { db } = await (shared ?? filled())
    await db
      .insertInto('aptos_tokens')
      .values({
        chain_id: chainId,
        token_data_id_hash: bytesOf(id),
        collection_data_id_hash: bytesOf(collectionOf(0)),
        first_version: 1,
        first_timestamp: timestampAt(1),
        creator_address: bytesOf(creatorOf(0)),
        collection_name: 'Collection 0',
        name: 'Token 1',
        uri: 'ipfs://picture',
        token_standard: 'v1',
        royalty_numerator: '4000',
        royalty_denominator: '100000',
        royalty_payee: bytesOf(creatorOf(0)),
        mutable_fields: 'royalty',
        written_version: null,
        terms_version: null,
      })
      .execute()
    const terms = { royalty: { percent: 4, payee_address: creatorOf(0) }, creator_may_change: ['royalty'] }
    const created = { ...identity, ...terms, uri: 'ipfs://picture', first_version: '1' }
    expect(await ask('aptosToken', { token_data_id_hash: id })).toMatchObject(created)
    await expect(ask('aptosToken', { token_data_id_hash: 'ab'.repeat(32) })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a cursor is valid only for its own list', async () => {
    const ask = await asking()
    const { cursor } = await ask('aptosAccountTokens', { address: addressOf(0), limit: 1 })
    const refused = { code: 'invalid_request', details: [{ name: 'cursor' }] }
    await expect(ask('aptosAccountTokens', { address: addressOf(1), cursor })).rejects.toMatchObject(refused)
    await expect(ask('aptosTokenTransfers', { token_data_id_hash: tokenOf(0, 0), cursor })).rejects.toMatchObject(
      refused,
    )
  })

  test('reports the progress and speed of the index', async () => {
    const store = await createStore()
    let now = 1_700_000_000_000
    const { chains } = nftOptions(store)
    const state = createIndexStates(store.db, chains, { mainnet: 450 }, () => now)
    const nothing = {
      first_version: null,
      last_version: null,
      gaps: 0,
      end_version: '450',
      head_version: null,
      checked_at: null,
      error: null,
      index_complete: false,
      coverage: 'none',
      coverage_note: 'No versions are indexed yet.',
    }
    expect(await state('mainnet')).toEqual({ ...nothing, versions_per_second: null })
    const hash = bytesOf(addressOf(0))
    const interval = (first_version: number, last_version: number) => ({
      chain_id: chainId,
      first_version,
      last_version,
      last_hash: hash,
    })
    await store.db
      .insertInto('aptos_intervals')
      .values([interval(100, 200), interval(300, 400)])
      .execute()
    const progress = {
      chain_id: chainId,
      followed_from: null,
      head_version: 500,
      oldest_version: 7,
      checked_at: 1_700_000_000,
      error: 'too slow',
    }
    await store.db.insertInto('aptos_chains').values(progress).execute()
    const told = {
      first_version: '100',
      last_version: '400',
      gaps: 1,
      end_version: '450',
      head_version: '500',
      error: 'too slow',
      index_complete: false,
      coverage: '300-400,100-200',
      coverage_note:
        'Only 2 separate ranges of versions up to 400 are indexed; transactions in other versions are not included.',
    }
    expect(await state('mainnet')).toEqual({
      ...told,
      checked_at: '2023-11-14T22:13:20.000Z',
      versions_per_second: null,
    })
    now += 10_000
    await store.db.updateTable('aptos_intervals').set({ last_version: 450 }).where('first_version', '=', 300).execute()
    expect(await state('mainnet')).toMatchObject({ last_version: '450', versions_per_second: 5 })
    now += 120_000
    expect(await state('mainnet')).toMatchObject({ versions_per_second: null })
    await store.db.updateTable('aptos_chains').set({ lacks_state: 1 }).execute()
    expect(await state('mainnet')).toMatchObject({ omission: expect.stringMatching(/^The node did not serve account/) })
  })
})
