import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosDigitalAssetApi } from '#lib/aptos/asset/digital-asset-contract.ts'
import { createDigitalAssetService } from '#lib/aptos/asset/digital-asset-service.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { type Bend, demoNode } from '#tests/aptos/account/demo-node.ts'
import { aptosNfts } from '#tests/pages/demo-ledger.ts'

const token = `0x${'7a'.repeat(32)}`
const collection = `0x${'c0'.repeat(32)}`
const creator = `0x${'1a'.repeat(32)}`

type Resources = Record<string, Record<string, unknown>>

const nodeWith =
  (accounts: Readonly<Record<string, Resources>>): Bend =>
  (path) => {
    const [, kind, address = '', what] = decodeURIComponent(path).split('/')
    if (kind !== 'accounts' || what !== 'resources') return undefined
    return Response.json(Object.entries(accounts[address] ?? {}).map(([type, data]) => ({ type, data })))
  }

const stateOf = async (address: string, accounts?: Readonly<Record<string, Resources>>) => {
  const service = createDigitalAssetService(
    aptosNodeContext({ nodes: { mainnet: demoNode(accounts && nodeWith(accounts)) } }),
  )
  const endpoint = aptosDigitalAssetApi.aptosDigitalAsset
  const found = await service.aptosDigitalAsset(parseInput(endpoint, { address }))
  expect(readOutput(endpoint, found)).toEqual(found)
  return found
}

const royalty = (numerator: string, denominator = '1000') => ({ numerator, denominator, payee_address: creator })
const core = (allow_ungated_transfer = true) => ({ owner: creator, allow_ungated_transfer })
const tokenData = { description: 'A wizard', collection: { inner: collection } }
const collectionData = { description: 'Wizards', creator }
const rights = {
  mutable_token_name: false,
  mutable_token_description: true,
  mutable_token_uri: false,
  mutable_token_properties: false,
  mutable_description: false,
  mutable_uri: true,
  tokens_burnable_by_creator: true,
  tokens_freezable_by_creator: false,
}
const aToken = (resources: Resources, ofCollection: Resources = {}) =>
  stateOf(token, {
    [token]: { '0x4::token::Token': tokenData, '0x1::object::ObjectCore': core(), ...resources },
    [collection]: { '0x4::collection::Collection': collectionData, ...ofCollection },
  })
const aCollection = (resources: Resources) =>
  stateOf(collection, { [collection]: { '0x4::collection::Collection': collectionData, ...resources } })

describe('a token', () => {
  test('has its own royalty, or that of its collection', async () => {
    const shared = { '0x4::royalty::Royalty': royalty('50') }
    const own = await aToken({ '0x4::royalty::Royalty': royalty('25') }, shared)
    expect(own.royalty).toEqual({ percent: 2.5, payee_address: creator, is_of_collection: false })
    expect((await aToken({}, shared)).royalty).toEqual({ percent: 5, payee_address: creator, is_of_collection: true })
    expect((await aToken({ '0x4::royalty::Royalty': royalty('1', '0') })).royalty).toBe(null)
  })

  test('can be transferred unless its object says otherwise', async () => {
    expect((await aToken({})).is_transferable).toBe(true)
    expect((await aToken({ '0x1::object::ObjectCore': core(false) })).is_transferable).toBe(false)
    expect((await aToken({ '0x1::object::Untransferable': { dummy_field: false } })).is_transferable).toBe(false)
  })

  test('names what its creator may change only where module aptos_token says it', async () => {
    const known = { '0x4::aptos_token::AptosCollection': rights }
    expect((await aToken({}, known)).creator_may).toEqual(['description', 'burn'])
    expect((await aCollection(known)).creator_may).toEqual(['uri', 'burn'])
    expect((await aToken({})).creator_may).toBe(null)
  })

  test('has the properties of its map as texts; what does not match its type stays hex', async () => {
    const data = [
      ['name', 9, '0x03466f78'],
      ['level', 4, '0x0700000000000000'],
      ['lit', 0, '0x01'],
      ['short', 4, '0x07'],
      ['owner', 7, creator],
      ['other', 99, '0xff'],
    ].map(([key, type, value]) => ({ key, value: { type, value } }))
    expect((await aToken({ '0x4::property_map::PropertyMap': { inner: { data } } })).properties).toEqual({
      name: 'Fox',
      level: '7',
      lit: 'true',
      short: '0x07',
      owner: creator,
      other: '0xff',
    })
  })
})

test.each([
  ['UnlimitedSupply', { current_supply: '4', total_minted: '5' }, { current: '4', minted: '5', maximum: null }],
  [
    'FixedSupply',
    { current_supply: '4', total_minted: '5', max_supply: '9' },
    { current: '4', minted: '5', maximum: '9' },
  ],
  [
    'ConcurrentSupply',
    { current_supply: { value: '4', max_value: String(2n ** 64n - 1n) }, total_minted: { value: '5' } },
    { current: '4', minted: '5', maximum: null },
  ],
])('a collection with %s says how many tokens exist', async (name, data, supply) => {
  expect(await aCollection({ [`0x4::collection::${name}`]: data })).toMatchObject({
    ...{ kind: 'collection', creator_address: creator, supply },
  })
})

test('the collections of the demo ledger have a royalty, and an object that is neither is not found', async () => {
  const found = await stateOf(`0x${aptosNfts.loaves}`)
  expect(found).toMatchObject({ kind: 'collection', royalty: { percent: 5, is_of_collection: false } })
  await expect(stateOf(token, {})).rejects.toMatchObject({ code: 'not_found' })
})
