import { expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { aptosAssetControlApi } from '#lib/aptos/asset/asset-control-contract.ts'
import { createAssetControlService } from '#lib/aptos/asset/asset-control-service.ts'
import { createAptosAssetService } from '#lib/aptos/asset/asset-service.ts'
import { aptosAssetApi } from '#lib/aptos/asset/contract.ts'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { createIndexedChains } from '#lib/aptos/query/indexed-chains.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { createCursors } from '#lib/store/cursors.ts'
import { demoNode } from '#tests/aptos/account/demo-node.ts'
import { aptosStores } from '#tests/aptos/aptos-stores.ts'
import { aptosAssets } from '#tests/pages/demo-ledger.ts'

const createStore = aptosStores('sqlite')

test('the demo ledger shows an asset with a frozen store, and a look-alike that warns and runs code in transfers', async () => {
  const store = await createStore()
  const node = demoNode()
  const { newestVersion } = await node.ledgerInfo()
  const stop = new AbortController()
  const contents = ['digital_assets', 'fungible_assets'] as const
  const options = { name: 'mainnet', node, start: { at: 0 }, contents, pollMs: 5 } as const
  const done = indexNetwork(store, options, { log: { info: () => {}, warn: () => {} }, signal: stop.signal })
  while ((await readAptosIntervals(store.db, demoAptosChainId)).at(-1)?.last !== newestVersion)
    await new Promise((resolve) => setTimeout(resolve, 10))
  stop.abort()
  await (await done).rereading

  const nodes = { mainnet: node }
  const index = { store, cursors: createCursors(new Uint8Array(32)), chains: createIndexedChains(store.db, nodes) }
  const service = createAptosAssetService(index)
  const control = createAssetControlService(aptosNodeContext({ nodes }))
  const assetOf = (asset_type: string) => service.aptosAsset(parseInput(aptosAssetApi.aptosAsset, { asset_type }))
  const controlOf = (asset_type: string) =>
    control.aptosAssetControl(parseInput(aptosAssetControlApi.aptosAssetControl, { asset_type }))

  const [pearl, lookAlike] = [await assetOf(aptosAssets.pearl), await assetOf(aptosAssets.lookAlike)]
  expect(pearl).toMatchObject({ symbol: 'PEARL', supply: '1200000000000', holder_count: 4, warnings: [] })
  expect(lookAlike.warnings).toHaveLength(2)
  const { result } = await service.aptosAssetHolders(
    parseInput(aptosAssetApi.aptosAssetHolders, { asset_type: aptosAssets.pearl }),
  )
  expect(result.map(({ is_frozen }) => is_frozen)).toEqual([false, true, false, false])
  const [issued, baited] = [await controlOf(aptosAssets.pearl), await controlOf(aptosAssets.lookAlike)]
  expect([issued.mint.possible, issued.burn.possible, issued.freeze.possible, issued.hooks]).toEqual([
    true,
    true,
    true,
    [],
  ])
  expect(await controlOf('0xa')).toMatchObject({ coin_type: '0x1::aptos_coin::AptosCoin', mint: { possible: true } })
  expect(baited.hooks).toMatchObject([{ on: 'withdraw' }])
})
