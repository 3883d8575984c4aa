import { expect, test } from 'vitest'
import { assetRows, type KnownAssets } from '#lib/aptos/chain/decode/asset-rows.ts'
import { toHex } from '#lib/base/bytes.ts'
import { alice, bob, carol, carolShort, event, factsOf } from './versions.ts'

const asset = `0x${'0d'.repeat(32)}`
const assetShort = asset.replace('0x0', '0x')
const collection = `0x${'ee'.repeat(32)}`
const coinStore = `0x${'f0'.repeat(32)}`

const resource = (address: string, type: string, data: unknown) => ({
  type: 'write_resource',
  address,
  data: { type, data },
})
const core = (address: string, owner: string) => resource(address, '0x1::object::ObjectCore', { owner })
const tokenOf = (name: string) =>
  resource(assetShort, '0x4::token::Token', { collection: { inner: collection }, name, uri: 'ipfs://asset' })
const collectionWrite = resource(collection, '0x4::collection::Collection', {
  creator: carolShort,
  name: 'Buoys',
  uri: 'ipfs://buoys',
})
const groupDeletion = { type: 'delete_resource', address: assetShort, resource: '0x1::object::ObjectGroup' }
const transfer = (from: string, to: string, object = assetShort) => event('0x1::object::Transfer', { object, from, to })

const known = (): KnownAssets => ({ tokens: new Map(), collections: new Map(), owners: new Map() })
const withCollection = (): KnownAssets => {
  const has = known()
  has.collections.set(collection, { creator: carol, name: 'Buoys', uri: null })
  return has
}
const rowsOf = (parts: { events?: unknown[]; changes?: unknown[] }, has: KnownAssets) => {
  const rows = assetRows(1, [factsOf(parts, true)], has)
  return {
    activities: rows.activities.map((row) => ({
      index: row.event_index,
      from: row.from_address && toHex(row.from_address),
      to: row.to_address && toHex(row.to_address),
      amount: row.token_amount,
      name: row.name,
    })),
    holdings: rows.ownerships.map((row) => [toHex(row.owner_address), row.amount]),
    rows,
  }
}

test("a mint reveals the asset, its collection and its owner; ids are the objects' addresses", () => {
  const { activities, holdings, rows } = rowsOf(
    {
      events: [event('0x4::collection::Mint', { collection, index: { value: '1' }, token: assetShort })],
      changes: [collectionWrite, core(assetShort, alice), tokenOf('Buoy #1')],
    },
    known(),
  )
  expect(activities).toEqual([{ index: 0, from: alice, to: null, amount: '1', name: 'Buoy #1' }])
  expect(holdings).toEqual([[alice, '1']])
  expect(rows.activities[0]).toMatchObject({
    token_data_id_hash: Buffer.from(asset.slice(2), 'hex'),
    collection_data_id_hash: Buffer.from(collection.slice(2), 'hex'),
    creator_address: Buffer.from(carol.slice(2), 'hex'),
    property_version: '0',
    token_standard: 'v2',
  })
  expect(rows.tokens).toMatchObject([{ name: 'Buoy #1', uri: 'ipfs://asset' }])
  expect(rows.collections).toMatchObject([{ name: 'Buoys', uri: 'ipfs://buoys' }])
})

test('a newer token keeps its name in a separate resource', () => {
  const identifiers = resource(assetShort, '0x4::token::TokenIdentifiers', {
    index: { value: '1' },
    name: { value: 'Buoy #7', padding: '0x' },
  })
  const changes = [core(assetShort, bob), identifiers, tokenOf('')]
  const { activities, holdings } = rowsOf({ events: [transfer(alice, bob)], changes }, withCollection())
  expect(activities).toEqual([{ index: 0, from: alice, to: bob, amount: '1', name: 'Buoy #7' }])
  expect(holdings).toEqual([
    [alice, '0'],
    [bob, '1'],
  ])
})

test('an asset that changes hands several times and returns has only its last owner', () => {
  const changes = [core(assetShort, alice), tokenOf('Buoy #1')]
  const events = [transfer(alice, bob), transfer(bob, carolShort), transfer(carolShort, alice), transfer(alice, alice)]
  const { activities, holdings } = rowsOf({ events, changes }, withCollection())
  expect(activities).toHaveLength(4)
  expect(new Map(holdings.map(([owner, amount]) => [owner, amount]))).toEqual(
    new Map([
      [alice, '1'],
      [bob, '0'],
      [carol, '0'],
    ]),
  )
})

test('transfers of other objects make no row', () => {
  const parts = { events: [transfer(alice, bob, coinStore)], changes: [core(coinStore, bob)] }
  expect(() => factsOf(parts, true)).toThrow('nothing of tokens')
  const both = {
    events: [...parts.events, transfer(alice, bob)],
    changes: [...parts.changes, core(assetShort, bob), tokenOf('x')],
  }
  expect(rowsOf(both, withCollection()).activities.map(({ index }) => index)).toEqual([1])
})

test.each([
  [
    'the event',
    event('0x4::collection::Burn', { collection, index: '1', token: assetShort, previous_owner: alice }),
    undefined,
  ],
  ['the stored owner', event('0x4::collection::BurnEvent', { index: '1', token: assetShort }, collection), alice],
])('a burned asset, deleted with its whole resource group, is removed from its owner by %s', (_, burn, owner) => {
  const has = withCollection()
  has.tokens.set(asset, { collection, name: 'Buoy #1', uri: null })
  if (owner) has.owners.set(asset, owner)
  const { activities, holdings } = rowsOf({ events: [burn], changes: [groupDeletion] }, has)
  expect(activities).toEqual([{ index: 0, from: alice, to: null, amount: '1', name: 'Buoy #1' }])
  expect(holdings).toEqual([[alice, '0']])
  expect(has.owners.has(asset)).toBe(false)
})

test('an asset moved and burned in one transaction is removed from its last owner', () => {
  const has = withCollection()
  has.tokens.set(asset, { collection, name: 'Buoy #1', uri: null })
  has.owners.set(asset, alice)
  const events = [
    transfer(alice, bob),
    event('0x4::collection::BurnEvent', { index: '1', token: assetShort }, collection),
  ]
  const { activities, holdings } = rowsOf({ events, changes: [groupDeletion] }, has)
  expect(activities.map(({ from, to }) => [from, to])).toEqual([
    [alice, bob],
    [bob, null],
  ])
  expect(holdings.filter(([, amount]) => amount !== '0')).toEqual([])
})

test('the remaining object of a burned asset says whose it was, in an index that had not seen the asset', () => {
  const burn = event('0x4::collection::BurnEvent', { index: '1', token: assetShort }, collection)
  const { activities, holdings } = rowsOf({ events: [burn], changes: [core(assetShort, bob)] }, withCollection())
  expect(activities).toMatchObject([{ from: bob, to: null }])
  expect(holdings).toEqual([[bob, '0']])
})

test('an asset of an unknown collection makes no row', () => {
  const changes = [core(assetShort, bob), tokenOf('Buoy #1')]
  const { activities, holdings } = rowsOf({ events: [transfer(alice, bob)], changes }, known())
  expect([activities, holdings]).toEqual([[], []])
})

test('mutations have the amount 0', () => {
  const changes = [core(assetShort, bob), tokenOf('Buoy #1')]
  const events = [
    event('0x4::token::MutationEvent', { mutated_field_name: 'uri' }, assetShort),
    event('0x4::token::Mutation', { token_address: assetShort, mutated_field_name: 'uri' }),
    event('0x4::collection::Mutation', { collection: { inner: collection } }),
  ]
  const { activities } = rowsOf({ events, changes }, withCollection())
  expect(activities.map(({ from, amount }) => [from, amount])).toEqual([
    [`0x${'5e1de4'.padStart(64, '0')}`, '0'],
    [asset, '0'],
  ])
})
