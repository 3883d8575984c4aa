import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { answerBytesMax } from '#lib/api/fit-answer.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import type { NftMedia } from '#lib/api/token-metadata.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { Store } from '#lib/store/store.ts'
import { countingStore, coverageAtHand, evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import {
  addTransfers,
  contractOf,
  memoryBackfill,
  type Transfer,
  wantAllDocuments,
  zeroAddress,
} from './nft-lists-fixture.ts'

const contract = contractOf(0)
const wallet = walletOf(1)
const now = 1_700_000_000_000
const minuteMs = 60_000
const ids = ['1', '2', '3']
const document = {
  name: 'Lantern',
  image: 'ipfs://x/1.png',
  external_url: 'https://lanterns.example/',
  attributes: [{ trait_type: 'Colour', value: 'Red' }],
}
const mediaKey = toBytes(hashOf('media'))

const mints: Transfer[] = ids.map((tokenId, log) => ({
  ...{ block: 1, log, batch: 0, standard: 721, contract, tokenId, from: zeroAddress, to: wallet, amount: 1n },
}))

describe.each(dialects)('documents of NFTs on %s', (dialect) => {
  const createStore = evmStores(dialect)

  const filled = async (options: Parameters<typeof evmServices>[1] = {}, of?: Store<EvmTables>) => {
    const store = of ?? (await createStore())
    if (!of) await addTransfers(store, [], mints, 1)
    const { evm, explorer } = evmServices(store, { histories: memoryBackfill(), now: () => now, ...options })
    const raw = { normalizeMetadata: true, media_items: true }
    const token = (token_id: string) => ({ address: contract, token_id })
    return {
      store,
      one: (id: string, more: object = raw) =>
        evm.nftMetadata(parseInput(evmApi.nftMetadata, { ...token(id), ...more })),
      lists: {
        contractNfts: () => evm.contractNfts(parseInput(evmApi.contractNfts, { address: contract, ...raw })),
        contractNftOwners: () =>
          evm.contractNftOwners(parseInput(evmApi.contractNftOwners, { address: contract, ...raw })),
        walletNfts: () => evm.walletNfts(parseInput(evmApi.walletNfts, { address: wallet, ...raw })),
      },
      state: (id: string) => explorer.evmNftState(parseInput(evmExplorerApi.evmNftState, token(id))),
      refresh: (id: string) => explorer.evmNftRefresh(parseInput(evmExplorerApi.evmNftRefresh, token(id))),
      evm,
      rowOf: (id: string) =>
        store.db.selectFrom('evm_nft_metadata').selectAll().where('token_id', '=', id).executeTakeFirst(),
    }
  }
  type Filled = Awaited<ReturnType<typeof filled>>

  /** What the worker would have written. */
  const write = async ({ store }: Filled, id: string, row: Partial<NftMetadataRow>) => {
    await wantAllDocuments(store)
    await store.db
      .updateTable('evm_nft_metadata')
      .set({ is_wanted: 0, due_at: null, ...row })
      .where('token_id', '=', id)
      .execute()
  }
  const read = (one: Filled) =>
    write(one, '1', {
      token_uri: 'ipfs://x/1',
      metadata: JSON.stringify(document),
      media_uri: document.image,
      media_key: mediaKey,
      uri_synced_at: now - 1_020,
      metadata_synced_at: now - 20,
    })

  test('a record has the original document, the normalised one, and when it was read', async () => {
    const one = await filled()
    await read(one)
    const record = await one.one('1')
    expect(() => evmApi.nftMetadata.output.parse(record)).not.toThrow()
    expect(Object.keys(record)).toEqual(Object.keys(evmApi.nftMetadata.example.output))
    expect(Object.keys(record.normalized_metadata ?? {})).toEqual(
      Object.keys(evmApi.nftMetadata.example.output.normalized_metadata ?? {}),
    )
    expect(record).toMatchObject({
      token_uri: 'ipfs://x/1',
      metadata: JSON.stringify(document),
      last_token_uri_sync: '2023-11-14T22:13:18.980Z',
      last_metadata_sync: '2023-11-14T22:13:19.980Z',
      normalized_metadata: {
        name: 'Lantern',
        description: null,
        external_link: 'https://lanterns.example/',
        attributes: [{ trait_type: 'Colour', value: 'Red', trait_count: 0 }],
      },
    })
    const plain = await one.one('1', {})
    expect(plain).not.toHaveProperty('normalized_metadata')
    expect(plain).not.toHaveProperty('media')
  })

  test('every list has the same metadata', async () => {
    const one = await filled()
    await read(one)
    const shown = await one.one('1')
    for (const [name, ask] of Object.entries(one.lists)) {
      const page = await ask()
      expect(() => evmApi[name as keyof typeof one.lists].output.parse(page)).not.toThrow()
      expect(page.result).toHaveLength(3)
      expect(page.result.find(({ token_id }) => token_id === '1')).toEqual(shown)
    }
  })

  test('media come from the media port; a missing image has a reason', async () => {
    const media: NftMedia = {
      status: 'success',
      updatedAt: new Date(now).toISOString(),
      original_media_url: 'ipfs://x',
    }
    const asked: unknown[] = []
    const one = await filled({
      media: async (rows) => {
        asked.push(...rows.flatMap(({ media_uri }) => media_uri ?? []))
        return new Map([[toHex(mediaKey), media]])
      },
    })
    await read(one)
    await write(one, '2', { metadata: '{}', uri_synced_at: now, metadata_synced_at: now, updated_at: now })
    expect((await one.one('1')).media).toEqual(media)
    expect(asked).toEqual([document.image])
    expect((await one.one('2')).media).toEqual({
      ...{ status: 'invalid_url', updatedAt: new Date(now).toISOString(), original_media_url: null },
    })
    expect((await one.one('3')).media).toMatchObject({ status: 'processing', original_media_url: null })
  })

  test('documents take two statements a page, beside the list and the ratings; media are requested once', async () => {
    const { store } = await filled()
    await wantAllDocuments(store)
    const counted = countingStore(store)
    let asked = 0
    const media = async () => {
      asked += 1
      return new Map()
    }
    const { lists } = await filled({ media, coverage: coverageAtHand }, counted.store)
    await lists.contractNfts()
    expect([counted.statements(), asked]).toEqual([4, 1])
    await lists.walletNfts()
    expect([counted.statements(), asked]).toEqual([7, 2])
  })

  const stored = { uri_synced_at: now, metadata_synced_at: now }

  /** All records of a list, page by page, and the sizes of its pages. */
  const walk = async (ask: (cursor?: string) => Promise<{ cursor: string | null; result: readonly Nft[] }>) => {
    const pages = []
    let cursor: string | undefined
    do {
      const page = await ask(cursor)
      pages.push(page)
      cursor = page.cursor ?? undefined
    } while (cursor)
    return { records: pages.flatMap(({ result }) => result), pages }
  }

  test.each([
    { kind: 'large texts', metadata: JSON.stringify({ name: 'Vast', image: `ipfs://${'x'.repeat(800_000)}` }) },
    { kind: 'many attributes', metadata: JSON.stringify({ name: 'Vast', attributes: Array(9_000).fill(1) }) },
    { kind: 'quotes', metadata: JSON.stringify({ name: 'Vast', description: '"'.repeat(200_000) }) },
  ])('a page of documents with $kind ends early and continues, each document whole', async ({ metadata }) => {
    const one = await filled()
    const many = Array.from(
      { length: 40 },
      (_, index): Transfer => ({
        ...{ block: 2, log: index, batch: 0, standard: 721, contract, from: zeroAddress, to: wallet, amount: 1n },
        tokenId: String(100 + index),
      }),
    )
    await addTransfers(one.store, mints, many, 2)
    await wantAllDocuments(one.store)
    await one.store.db
      .updateTable('evm_nft_metadata')
      .set({ ...stored, metadata, is_wanted: 0, due_at: null })
      .execute()
    const raw = { normalizeMetadata: true, limit: 100 }
    const lists = [
      (cursor?: string) => one.evm.contractNfts(parseInput(evmApi.contractNfts, { address: contract, ...raw, cursor })),
      (cursor?: string) =>
        one.evm.contractNftOwners(parseInput(evmApi.contractNftOwners, { address: contract, ...raw, cursor })),
      (cursor?: string) => one.evm.walletNfts(parseInput(evmApi.walletNfts, { address: wallet, ...raw, cursor })),
    ]
    for (const list of lists) {
      const { records, pages } = await walk(list)
      expect(new Set(records.map(({ token_id }) => token_id)).size).toBe(43)
      expect(records).toHaveLength(43)
      expect(records.every((record) => record.metadata === metadata)).toBe(true)
      expect(records.every(({ normalized_metadata }) => normalized_metadata?.name === 'Vast')).toBe(true)
      expect(pages.length).toBeGreaterThan(1)
      for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(answerBytesMax)
    }
  })

  test('tokens shown without a document move to the front of the queue, and only those', async () => {
    const one = await filled()
    await read(one)
    await one.store.db.updateTable('evm_nft_metadata').set({ is_wanted: 0 }).execute()
    await one.store.db.deleteFrom('evm_nft_metadata').where('token_id', '=', '3').execute()
    await one.lists.walletNfts()
    expect(await one.rowOf('1')).toMatchObject({ is_wanted: 0, due_at: null })
    for (const id of ['2', '3'])
      expect(await one.rowOf(id)).toMatchObject({ is_wanted: 1, due_at: now, minted_block: 1 })
    await write(one, '2', { failures: 1, due_at: now + minuteMs, error: 'The host responded with 500.' })
    await one.one('2')
    expect(await one.rowOf('2')).toMatchObject({ is_wanted: 0, due_at: now + minuteMs })
  })

  test('a page is served even if nothing can be queued', async () => {
    const one = await filled()
    const refusing: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('insert')) throw new Error('the disk is full')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = one.store.db.withPlugin(refusing)
    const broken = await filled({}, { ...one.store, db })
    expect((await broken.lists.walletNfts()).result).toHaveLength(3)
    expect(await one.rowOf('1')).toBeUndefined()
  })

  test('a refresh moves to the front of the queue, once in ten minutes', async () => {
    const one = await filled()
    expect(await one.refresh('1')).toEqual({
      status: 'QUEUED',
      last_metadata_sync: null,
      next_allowed_at: new Date(now + 10 * minuteMs).toISOString(),
    })
    expect(await one.rowOf('1')).toMatchObject({ is_wanted: 1, due_at: now })
    await read(one)
    expect(await one.refresh('1')).toEqual({
      status: 'RECENT',
      last_metadata_sync: new Date(now - 20).toISOString(),
      next_allowed_at: new Date(now - 1_020 + 10 * minuteMs).toISOString(),
    })
    expect(await one.rowOf('1')).toMatchObject({ is_wanted: 0, due_at: null })
    await write(one, '1', { uri_synced_at: now - 10 * minuteMs })
    expect(await one.refresh('1')).toMatchObject({ status: 'QUEUED' })
    expect(await one.rowOf('1')).toMatchObject({ is_wanted: 1, due_at: now, metadata: JSON.stringify(document) })
  })

  test('the status explains why there is no document', async () => {
    const one = await filled()
    expect(await one.state('1')).toMatchObject({ status: 'QUEUED', error: null, token_uri: null, due_at: null })
    await read(one)
    expect(await one.state('1')).toEqual({
      status: 'SYNCED',
      error: null,
      token_uri: 'ipfs://x/1',
      last_token_uri_sync: new Date(now - 1_020).toISOString(),
      last_metadata_sync: new Date(now - 20).toISOString(),
      due_at: null,
    })
    const error = 'The host responded with 404.'
    await write(one, '2', { uri_synced_at: now, error, due_at: now + minuteMs, failures: 1 })
    expect(await one.state('2')).toMatchObject({ status: 'FAILED', error, last_metadata_sync: null })
    await write(one, '2', { uri_synced_at: now, error, due_at: now - 1, failures: 1 })
    expect(await one.state('2')).toMatchObject({ status: 'QUEUED', error })
    await write(one, '3', { uri_synced_at: now, error: 'The contract has no metadata URI for this token.' })
    expect(await one.state('3')).toMatchObject({ status: 'NO_URI' })
  })

  test('an unknown token is not found', async () => {
    const { state, refresh } = await filled()
    for (const ask of [state, refresh]) await expect(ask('99')).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a refresh has side effects and needs POST', () => {
  expect(evmExplorerApi.evmNftRefresh.method).toBe('POST')
})
