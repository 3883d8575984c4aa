import { describe, expect, test } from 'vitest'
import { indexBegins } from '#components/aptos/nft/token-page.tsx'
import { indexCoverage } from '#components/aptos/parts/index-coverage.ts'
import {
  activityLine,
  byTransaction,
  kindFor,
  lineAfter,
  withOwnKeys,
} from '#components/aptos/parts/lists/activity-line.ts'
import { assetObjects, eventAssets } from '#components/aptos/transaction/event-assets.ts'
import { readIdHash } from '#lib/aptos/api/format/id-hash.ts'
import { aptosCandidates } from '#lib/aptos/api/recogniser.ts'
import type { AptosNftTransfer } from '#lib/aptos/api/records.ts'
import { collectionDataIdHash, tokenDataIdHash, tokenEvents } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'

const long = (digits: string) => `0x${digits.padStart(64, '0')}`
const [alice, bob] = [long('a'), long('b')]

const activity = (fields: Partial<AptosNftTransfer>): AptosNftTransfer => ({
  collection_data_id_hash: '1c'.repeat(32),
  collection_name: 'Paper Wizards',
  creator_address: alice,
  event_account_address: alice,
  event_creation_number: '4',
  event_sequence_number: '0',
  name: 'Paper Wizards #1',
  property_version: '0',
  token_amount: '1',
  token_data_id_hash: '2d'.repeat(32),
  transaction_timestamp: '2023-03-26T21:48:41.000Z',
  transfer_type: '0x3::token::DepositEvent',
  transaction_version: '7',
  coin_amount: null,
  coin_type: null,
  from_address: null,
  to_address: bob,
  ...fields,
})

describe('activity rows', () => {
  test('every event with a row has its own label', () => {
    const types = [...tokenEvents.keys(), '0x1::object::Transfer', '0x4::collection::Mint', '0x4::token::Mutation']
    const kinds = types.map((transfer_type) => activityLine(activity({ transfer_type })).kind)
    expect(kinds).not.toContain('other')
    expect(new Set(kinds).size).toBe(8)
  })

  test('an unknown event is shown by its own name, not dropped', () =>
    expect(activityLine(activity({ transfer_type: '0x9::moon::LandEvent' }))).toMatchObject({
      kind: 'other',
      type: '0x9::moon::LandEvent',
    }))

  test("a transferred digital asset is sent, or received from the receiver's view", () => {
    const moved = activity({ transfer_type: '0x1::object::Transfer', from_address: alice, to_address: bob })
    const kinds = [undefined, alice, bob].map((wallet) => kindFor(activityLine(moved), wallet))
    expect(kinds).toEqual(['sent', 'sent', 'received'])
  })

  test('the two rows of a transfer are grouped by their transaction', () => {
    const listed = [
      activity({ transaction_version: '9' }),
      activity({}),
      activity({ transfer_type: '0x3::token::WithdrawEvent', from_address: alice, to_address: null }),
    ].map(activityLine)
    const lines = listed.map((line, index) => lineAfter(line, listed[index - 1]))
    expect(lines.map(({ isContinued }) => isContinued)).toEqual([false, false, true])
    expect(lines[2]).toMatchObject({ kind: 'sent', from: alice, to: bob })
    expect(byTransaction(lines).map((group) => group.map(({ kind }) => kind))).toEqual([
      ['received'],
      ['received', 'sent'],
    ])
  })

  test('identical rows have different keys', () => {
    const lines = withOwnKeys([activity({}), activity({}), activity({})].map(activityLine))
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3)
  })
})

describe('assets of an event', () => {
  const token = { creator: '0xA', collection: 'Paper :: Wizards', name: 'Nº 1 🧙' }
  const tokenId = Buffer.from(tokenDataIdHash({ ...token, creator: alice })).toString('hex')

  test('a token of module 0x3 has the id under which it is indexed', async () => {
    const id = { token_data_id: token, property_version: '0' }
    for (const data of [{ id: token }, { id }, { old_id: id, new_id: id }, { amount: '1', token_id: id }])
      expect(await eventAssets({ type: '0x3::token::DepositEvent', data }, new Map())).toEqual([
        { kind: 'token', id: tokenId, name: token.name },
      ])
    const made = { creator: '0xa', collection_name: token.collection, uri: '' }
    expect(await eventAssets({ type: '0x3::token::CreateCollectionEvent', data: made }, new Map())).toEqual([
      {
        kind: 'collection',
        id: Buffer.from(collectionDataIdHash(alice, token.collection)).toString('hex'),
        name: token.collection,
      },
    ])
  })

  test('objects that are neither tokens nor collections are ignored', async () => {
    const write = (address: string, type: string, data: unknown) => ({
      type: 'write_resource',
      address,
      data: { type, data },
    })
    const objects = assetObjects([
      write('0xb', '0x4::token::Token', { name: '' }),
      write('0xb', '0x4::token::TokenIdentifiers', { name: { value: 'Loaf' } }),
      write('0xc', '0x4::collection::Collection', { name: 'Salt Loaves' }),
      write('0xd', '0x1::fungible_asset::FungibleStore', {}),
    ])
    const about = (type: string, data: unknown) => eventAssets({ type, data }, objects)
    expect(await about('0x1::object::Transfer', { object: '0xb', from: '0x1', to: '0x2' })).toEqual([
      { kind: 'token', id: long('b').slice(2), name: 'Loaf' },
    ])
    expect(await about('0x4::collection::Mint', { collection: '0xc', token: '0xb' })).toHaveLength(2)
    expect(await about('0x1::object::Transfer', { object: '0xd', from: '0x1', to: '0x2' })).toEqual([])
    expect(await about('0x1::coin::Deposit', { token: '0xb' })).toEqual([])
  })

  test('malformed events yield none', async () => {
    for (const event of [
      {},
      { type: '0x3::token::X', data: null },
      { type: '0x3::token::X', data: { id: { creator: 'x' } } },
    ])
      expect(await eventAssets(event, assetObjects('none'))).toEqual([])
  })
})

describe('index coverage', () => {
  const status = (index: Partial<NonNullable<AptosStatus['index']>> | null, source = 'index'): AptosStatus => ({
    network: 'mainnet',
    chain_id: 1,
    source,
    ledger_version: '900000',
    oldest_ledger_version: '0',
    block_height: '9',
    oldest_block_height: '0',
    ledger_timestamp: null,
    checked_at: null,
    error: null,
    index: index && {
      first_version: '0',
      last_version: '900000',
      gaps: 0,
      end_version: null,
      head_version: '900000',
      versions_per_second: null,
      index_complete: true,
      coverage: '0-900000',
      coverage_note: null,
      checked_at: null,
      error: null,
      ...index,
    },
  })

  test('distinguishes a missing, empty, syncing, stopped and current index', () => {
    const state = (one: AptosStatus) => indexCoverage(one).state
    expect(state(status(null))).toBe('none')
    expect(state(status(null, 'hosted'))).toBe('hosted')
    expect(state(status({ first_version: null, last_version: null }))).toBe('empty')
    expect(state(status({ last_version: '1000' }))).toBe('behind')
    expect(state(status({ error: 'The node does not answer.' }))).toBe('stopped')
    expect(state(status({ last_version: '899990' }))).toBe('current')
    expect(state(status({ last_version: '1000', end_version: '1000' }))).toBe('current')
    expect(state(status({ last_version: '999', end_version: '1000' }))).toBe('behind')
    expect(state(status({ last_version: '899990', end_version: '1000000' }))).toBe('behind')
  })

  test('does not call an index with missing parts current', () => {
    const state = (index: Parameters<typeof status>[0]) => indexCoverage(status(index)).state
    expect(state({ first_version: '500000', coverage: '500000-900000' })).toBe('partial')
    expect(state({ gaps: 1, coverage: '800000-900000,0-700000' })).toBe('partial')
    expect(state({ omission: 'The node did not serve account resources.' })).toBe('partial')
    const assets = { index_complete: false, coverage: '500000-900000', coverage_note: null }
    expect(state({ assets })).toBe('partial')
    expect(state({ gaps: 1, coverage: '500-1000,0-400', last_version: '1000' })).toBe('behind')
  })

  test('says from where an index begins in the middle of the ledger', () => {
    expect(indexBegins(status({ first_version: '500000' }))).toContain('before 500,000')
    expect(indexBegins(status({}))).toBeUndefined()
    expect(indexBegins(undefined)).toBeUndefined()
  })
})

test('ids in page paths have one canonical form', () => {
  const id = 'ab'.repeat(31).padStart(64, '0')
  expect([`0x${'AB'.repeat(31)}`, `0x00${'ab'.repeat(31)}`, 'AB'.repeat(31), id].map(readIdHash)).toEqual(
    Array(4).fill(id),
  )
  expect(readIdHash('0xA')).toBe('a'.padStart(64, '0'))
  expect(aptosCandidates(`0x${'AB'.repeat(31)}`)).toEqual(aptosCandidates(`0x${id}`))
  expect(aptosCandidates(`https://explorer.aptoslabs.com/token/0x${'ab'.repeat(31)}/0`)).toEqual([
    { kind: 'aptos-token', value: `0x${id}` },
  ])
  expect(['', '0x', 'ab', 'zz'.repeat(32), 'ab'.repeat(33)].map(readIdHash)).toEqual(Array(5).fill(undefined))
})
