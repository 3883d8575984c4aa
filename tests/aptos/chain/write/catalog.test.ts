import { describe, expect, test } from 'vitest'
import { mutableFieldsOf } from '#lib/aptos/chain/decode/token-terms.ts'
import { nodeLookUp } from '#lib/aptos/chain/ingest/index-network.ts'
import { createVersionReader } from '#lib/aptos/chain/ingest/page-decoder.ts'
import { createAptosRangeIndex } from '#lib/aptos/chain/write/aptos-index.ts'
import { toHex } from '#lib/base/bytes.ts'
import { aptosStores, dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { alice, bob, carol, carolShort, event, userTransaction } from '#tests/aptos/chain/decode/versions.ts'
import { type LedgerNode, nodeOf } from '#tests/aptos/chain/ingest/ledger-node.ts'
import { dialects } from '#tests/store/test-stores.ts'

const resource = (address: string, type: string, data: unknown) => ({
  type: 'write_resource',
  address,
  data: { type, data },
})
const asset = `0x${'ad'.repeat(32)}`
const collection = `0x${'ee'.repeat(32)}`
const collectionData = { creator: carolShort, name: 'Buoys', uri: 'ipfs://buoys' }
const owned = (owner: string) => [
  resource(asset, '0x1::object::ObjectCore', { owner }),
  resource(asset, '0x4::token::Token', { collection: { inner: collection }, name: 'Buoy #1', uri: 'ipfs://1' }),
]

describe.each(dialects)('%s', (dialect) => {
  const createStore = aptosStores(dialect)

  type Parts = { events?: unknown[]; changes?: unknown[] }[]
  const indexed = (parts: Parts, batch: number, node?: object) => {
    const starts = Array.from({ length: Math.ceil(parts.length / batch) }, (_, index) => index * batch)
    return indexedIn(
      parts,
      starts.map((from) => [from, Math.min(parts.length, from + batch) - 1]),
      node,
    )
  }
  const indexedIn = async (parts: Parts, ranges: readonly [number, number][], node?: object) => {
    const store = await createStore()
    const transactions = parts.map((part, version) => ({
      ...userTransaction(part),
      version: String(version),
      hash: `0x${(version + 1).toString(16).padStart(64, '0')}`,
    }))
    const client = nodeOf({ node: { transactions, ...node } as LedgerNode })
    const options = { contents: ['digital_assets'] } as const
    const reader = createVersionReader(client, { chainId: 4, ...options })
    const index = createAptosRangeIndex(store, 4, { lookUp: nodeLookUp(client), ...options })
    const last = parts.length - 1
    for (const [from, to] of ranges)
      await index.appendRange(await reader.blocks(from, to), { latest: last, finalized: last })
    return store
  }

  test('an asset of an older collection is indexed, also if a later transaction of its batch writes the collection', async () => {
    const transfer = { events: [event('0x1::object::Transfer', { object: asset, from: alice, to: bob })] }
    const parts = [
      { ...transfer, changes: owned(bob) },
      { changes: [resource(collection, '0x4::collection::Collection', collectionData)] },
    ]
    const node = { resources: new Map([[`${collection} 0x4::collection::Collection`, collectionData]]) }
    const [together, apart] = [await indexed(parts, 2, node), await indexed(parts, 1, node)]
    expect(await together.db.selectFrom('aptos_token_activities').selectAll().execute()).toHaveLength(1)
    expect(await dumpIndex(together)).toEqual(await dumpIndex(apart))
  })

  test('a collection is listed from its creation, before it has an asset', async () => {
    const store = await indexed([{ changes: [resource(collection, '0x4::collection::Collection', collectionData)] }], 1)
    const rows = await store.db.selectFrom('aptos_collections').select(['name', 'uri']).execute()
    expect(rows).toEqual([{ name: 'Buoys', uri: 'ipfs://buoys' }])
  })

  test('the URI of a collection of module 0x3 follows its data, which only the table connects with its creator', async () => {
    const handle = `0x${'7a'.repeat(32)}`
    const data = (uri: string) => ({
      type: 'write_table_item',
      handle,
      key: '0x00',
      value: null,
      data: {
        key: 'Shells',
        key_type: '0x1::string::String',
        value: { name: 'Shells', uri },
        value_type: '0x3::token::CollectionData',
      },
    })
    const store = await indexed(
      [
        {
          changes: [resource(carolShort, '0x3::token::Collections', { collection_data: { handle } }), data('ipfs://a')],
        },
        { changes: [data('ipfs://b')] },
        { changes: [{ ...data('ipfs://other'), handle: alice }] },
      ],
      1,
    )
    const rows = await store.db.selectFrom('aptos_collections').selectAll().execute()
    expect(rows).toMatchObject([{ name: 'Shells', uri: 'ipfs://b', first_version: 0, token_standard: 'v1' }])
    expect(Buffer.from(rows[0]?.creator_address ?? []).toString('hex')).toBe(carol.slice(2))
  })

  test('the terms of a token of module 0x3 follow its data, and an event leaves them as they are', async () => {
    const id = { creator: carolShort, collection: 'Shells', name: 'Shell #1' }
    const mutable = { description: true, maximum: false, properties: false, royalty: true, uri: true }
    const written = (numerator: string) => ({
      type: 'write_table_item',
      handle: `0x${'7a'.repeat(32)}`,
      key: '0x00',
      value: null,
      data: {
        key: id,
        key_type: '0x3::token::TokenDataId',
        value: {
          uri: 'ipfs://1',
          mutability_config: mutable,
          royalty: {
            royalty_points_numerator: numerator,
            royalty_points_denominator: '100',
            payee_address: bob,
          },
        },
        value_type: '0x3::token::TokenData',
      },
    })
    const created = event('0x3::token::CreateTokenDataEvent', { id, uri: 'ipfs://1' })
    const terms = async (parts: { events?: unknown[]; changes?: unknown[] }[], batch: number) => {
      const { db } = await indexed(parts, batch)
      const rows = await db.selectFrom('aptos_tokens').selectAll().execute()
      return rows.map((row) => ({
        royalty: [row.royalty_numerator, row.royalty_denominator, row.royalty_payee && toHex(row.royalty_payee)],
        mutable: mutableFieldsOf(row.mutable_fields),
      }))
    }
    expect(await terms([{ events: [created] }], 1)).toEqual([{ royalty: [null, null, null], mutable: null }])
    for (const batch of [1, 3]) {
      const parts = [{ events: [created], changes: [written('5')] }, { changes: [written('7')] }, { events: [created] }]
      expect(await terms(parts, batch)).toEqual([
        { royalty: ['7', '100', bob], mutable: ['uri', 'royalty', 'description'] },
      ])
    }
  })

  test('the newest version of a name, URI and terms takes precedence, in whatever order versions are stored', async () => {
    const handle = `0x${'7a'.repeat(32)}`
    const id = { creator: carolShort, collection: 'Shells', name: 'Shell #1' }
    const item = (key_type: string, key: unknown, value_type: string, value: object) => ({
      ...{ type: 'write_table_item', handle, key: '0x00', value: null },
      data: { key, key_type, value, value_type },
    })
    const token = (uri: string, numerator: string) =>
      item('0x3::token::TokenDataId', id, '0x3::token::TokenData', {
        uri,
        mutability_config: { uri: true },
        royalty: { royalty_points_numerator: numerator, royalty_points_denominator: '100', payee_address: bob },
      })
    const shells = (uri: string) =>
      item('0x1::string::String', 'Shells', '0x3::token::CollectionData', { name: 'Shells', uri })
    const table = resource(carolShort, '0x3::token::Collections', { collection_data: { handle } })
    const digital = (name: string) => [
      resource(collection, '0x4::collection::Collection', { ...collectionData, uri: `ipfs://${name}` }),
      resource(asset, '0x1::object::ObjectCore', { owner: alice }),
      resource(asset, '0x4::token::Token', { collection: { inner: collection }, name, uri: `ipfs://${name}` }),
    ]
    const parts = [
      { changes: [table, shells('ipfs://a'), token('ipfs://a', '1'), ...digital('First')] },
      { changes: [shells('ipfs://b'), token('ipfs://b', '2'), ...digital('Second')] },
      { changes: [table, shells('ipfs://a'), token('ipfs://a', '1'), ...digital('First')] },
      { events: [event('0x3::token::CreateTokenDataEvent', { id, uri: 'ipfs://a' })] },
      { changes: [...digital('First')] },
    ]
    const catalogue = async (ranges: [number, number][]) => {
      const store = await indexedIn(parts, ranges)
      const lines = await dumpIndex(store)
      return lines.filter((line) => /^aptos_(tokens|collections) /.test(line))
    }
    const forward = await catalogue([[0, 4]])
    expect(forward).toHaveLength(4)
    expect(forward.join()).not.toMatch(/ipfs:..b|Second/)
    for (const ranges of [
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
      ],
      [
        [4, 4],
        [3, 3],
        [2, 2],
        [1, 1],
        [0, 0],
      ],
      [
        [0, 0],
        [2, 2],
        [1, 1],
        [3, 4],
      ],
      [
        [4, 4],
        [0, 2],
        [3, 3],
      ],
      [
        [0, 0],
        [4, 4],
        [1, 3],
      ],
      [
        [3, 4],
        [0, 2],
      ],
    ] as [number, number][][])
      expect(await catalogue(ranges), JSON.stringify(ranges)).toEqual(forward)

    const written = async (batch: number) => {
      const { db } = await indexed(parts, batch)
      const collections = db.selectFrom('aptos_collections').select(['uri', 'written_version', 'terms_version'])
      const tokens = db.selectFrom('aptos_tokens').select(['uri', 'written_version', 'terms_version'])
      return await collections.unionAll(tokens).orderBy('uri').orderBy('terms_version').execute()
    }
    const together = await written(parts.length)
    expect(together.map((row) => row.written_version)).toEqual([2, 2, 2, 2])
    for (const batch of [1, 2, 3, 4]) expect(await written(batch), `batches of ${batch}`).toEqual(together)
  })
})
