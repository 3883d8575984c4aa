import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosAssetControlApi } from '#lib/aptos/asset/asset-control-contract.ts'
import { createAssetControlService } from '#lib/aptos/asset/asset-control-service.ts'
import { pairedMetadata } from '#lib/aptos/chain/decode/asset-ids.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { type Bend, demoNode, refusal } from '#tests/aptos/account/demo-node.ts'

const asset = `0x${'0f'.repeat(32)}`
/** As nodes write it. */
const short = asset.replace('0x0', '0x')
const issuer = `0x${'1a'.repeat(32)}`
const module = `${issuer}::pearl`
const ref = { metadata: { inner: short } }
const struct = (name: string, fields: Record<string, string>) => ({
  name,
  is_native: false,
  is_event: false,
  is_enum: false,
  variants: [],
  abilities: ['key'],
  generic_type_params: [],
  fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
})
const structs = [
  struct('Management', {
    mint: '0x1::fungible_asset::MintRef',
    transfer: '0x1::option::Option<0x1::fungible_asset::TransferRef>',
    others: `vector<${module}::Other>`,
  }),
  struct('Other', { burn: '0x1::fungible_asset::BurnRef' }),
  struct('Caps', {
    mint_cap: `0x1::coin::MintCapability<${module}::Coin>`,
    freeze_cap: `0x1::coin::FreezeCapability<T0>`,
  }),
]

type Resources = Record<string, Record<string, unknown>>

const nodeWith =
  (accounts: Readonly<Record<string, Resources>>): Bend =>
  (path) => {
    const [, kind, address = '', what, name = ''] = decodeURIComponent(path).split('/')
    if (kind !== 'accounts') return undefined
    if (what === 'resources')
      return Response.json(Object.entries(accounts[address] ?? {}).map(([type, data]) => ({ type, data })))
    if (what !== 'module' || `${address}::${name}` !== module) return refusal(404, 'module_not_found')
    return Response.json({
      bytecode: '0x00',
      abi: { address: issuer, name: 'pearl', friends: [], exposed_functions: [], structs },
    })
  }

const controlOf = async (asset_type: string, accounts: Readonly<Record<string, Resources>>) => {
  const service = createAssetControlService(aptosNodeContext({ nodes: { mainnet: demoNode(nodeWith(accounts)) } }))
  const endpoint = aptosAssetControlApi.aptosAssetControl
  const found = await service.aptosAssetControl(parseInput(endpoint, { asset_type }))
  expect(readOutput(endpoint, found)).toEqual(found)
  return found
}

const metadata: Resources = {
  '0x1::fungible_asset::Metadata': { name: 'Pearl', symbol: 'PEARL', decimals: 6 },
  '0x1::object::ObjectCore': { owner: issuer },
}

describe('a fungible asset', () => {
  test('can be minted, burned and frozen by the module that keeps its references, wherever they are nested', async () => {
    const management = { mint: ref, transfer: { vec: [ref] }, others: [{ burn: ref }] }
    const control = await controlOf(asset, { [asset]: { ...metadata, [`${module}::Management`]: management } })
    const evidence = [{ address: asset, resource: `${module}::Management` }]
    expect(control).toMatchObject({
      asset_id: asset,
      coin_type: null,
      searched: [asset, issuer],
      mint: { possible: true, reason: expect.stringContaining('::pearl can mint'), evidence },
      burn: { possible: true, evidence },
      freeze: { possible: true, reason: expect.stringContaining('move its balance'), evidence },
      hooks: [],
    })
  })

  test('whose references were given up, belong to another asset or are not found, is unknown', async () => {
    const other = { metadata: { inner: issuer } }
    const management = { mint: other, transfer: { vec: [] }, others: [], about: short }
    const control = await controlOf(asset, { [asset]: metadata, [issuer]: { [`${module}::Management`]: management } })
    for (const { possible, reason, evidence } of [control.mint, control.burn, control.freeze])
      expect({ possible, reason: reason.slice(0, 10), evidence }).toEqual({
        possible: null,
        reason: 'Not known:',
        evidence: [],
      })
  })

  test.each([
    ['Supply', { current: '5', maximum: { vec: ['5'] } }, false],
    ['Supply', { current: '4', maximum: { vec: ['5'] } }, true],
    ['Supply', { current: '5', maximum: { vec: [] } }, true],
    ['ConcurrentSupply', { current: { value: '5', max_value: '5' } }, false],
    ['ConcurrentSupply', { current: { value: '5', max_value: String(2n ** 128n - 1n) } }, true],
  ])('with the supply %s %j can be minted: %s', async (name, data, possible) => {
    const management = { mint: ref, transfer: { vec: [] }, others: [] }
    const { mint } = await controlOf(asset, {
      [asset]: { ...metadata, [`0x1::fungible_asset::${name}`]: data, [`${module}::Management`]: management },
    })
    expect(mint.possible).toBe(possible)
  })

  test('names the functions of its issuer that run with transfers, and stores that cannot be given away', async () => {
    const info = (function_name: string) => ({ vec: [{ module_address: issuer, module_name: 'pearl', function_name }] })
    const control = await controlOf(asset, {
      [asset]: {
        ...metadata,
        '0x1::fungible_asset::Untransferable': { dummy_field: false },
        '0x1::fungible_asset::DispatchFunctionStore': {
          withdraw_function: info('withdraw'),
          deposit_function: { vec: [] },
          derived_balance_function: info('balance'),
        },
        '0x1::fungible_asset::DeriveSupply': { dispatch_function: info('supply') },
      },
    })
    expect(control.has_fixed_stores).toBe(true)
    expect(control.hooks).toEqual([
      { on: 'withdraw', function: `${module}::withdraw` },
      { on: 'balance', function: `${module}::balance` },
      { on: 'supply', function: `${module}::supply` },
    ])
  })
})

describe('a coin', () => {
  const coin = `${module}::Coin`
  const paired = pairedMetadata(coin)
  const pairedRef = { metadata: { inner: paired } }
  const info = { [`0x1::coin::CoinInfo<${coin}>`]: { name: 'Pearl', symbol: 'PEARL', decimals: 6 } }
  const nothing = { dummy_field: false }
  const caps = { mint_cap: nothing, freeze_cap: nothing }

  test('can be minted and frozen with capabilities of its own type only', async () => {
    const own = await controlOf(coin, { [issuer]: { ...info, [`${module}::Caps<${coin}>`]: caps } })
    expect([own.mint.possible, own.burn.possible, own.freeze.possible]).toEqual([true, null, true])
    expect(own).toMatchObject({ asset_id: paired, coin_type: coin, is_paired: false, searched: [paired, issuer] })
    const other = await controlOf(coin, { [issuer]: { ...info, [`${module}::Caps<${module}::Other>`]: caps } })
    expect(other.freeze).toMatchObject({ possible: null, evidence: [] })
  })

  test('and the asset that it is paired with are one; the references of the framework prove nothing', async () => {
    const control = await controlOf(paired, {
      [paired]: {
        '0x1::fungible_asset::Metadata': {},
        '0x1::coin::PairedCoinType': {
          type: { account_address: issuer, module_name: hex('pearl'), struct_name: hex('Coin') },
        },
        '0x1::coin::PairedFungibleAssetRefs': { mint_ref_opt: { vec: [pairedRef] } },
      },
    })
    expect(control).toMatchObject({ coin_type: coin, is_paired: true, mint: { possible: null, evidence: [] } })
  })
})

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('an asset that does not exist is not found', async () => {
  await expect(controlOf(asset, {})).rejects.toMatchObject({ code: 'not_found' })
})
