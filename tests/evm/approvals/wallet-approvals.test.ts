import { maxUint256 } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import type { Hex } from '#lib/base/hex.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { startTestContracts, type TestContracts } from '#tests/evm/token-metadata/test-contracts.ts'
import { dialects } from '#tests/store/test-stores.ts'

let contracts: TestContracts
let owner: string
let coin: Hex
let other: Hex
beforeAll(async () => {
  contracts = await startTestContracts()
  const { anvil, deployCoin, sendTo } = contracts
  owner = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))[0] ?? ''
  coin = await deployCoin('GivenCoin', [])
  other = await deployCoin('GivenCoin', [])
  await sendTo('GivenCoin', coin, 'give', [owner, 70n])
  await sendTo('GivenCoin', coin, 'approve', [walletOf(1), 5n])
  await sendTo('GivenCoin', coin, 'approve', [walletOf(2), maxUint256])
  await sendTo('GivenCoin', coin, 'approve', [walletOf(1), 9n])
  await sendTo('GivenCoin', coin, 'approve', [walletOf(3), 1n])
  await sendTo('GivenCoin', coin, 'approve', [walletOf(3), 0n])
  await sendTo('GivenCoin', other, 'approve', [walletOf(1), 3n])
  for (const manner of [0, 1, 2, 3])
    await sendTo('HostileCoin', await deployCoin('HostileCoin', [manner]), 'announceApproval', [owner, walletOf(1)])
})
afterAll(() => contracts?.anvil.stop())

const input = (raw: object = {}) => parseInput(evmApi.walletApprovals, { address: owner, ...raw })

describe.each(dialects)('approvals of a wallet on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('are those that can still be spent, once for each spender, whatever hostile tokens answer', async () => {
    const { evm, sent } = await indexAnvil(await createStore(), contracts.anvil)
    const page = await evm.walletApprovals(input())
    expect(page).toMatchObject({ page: 1, page_size: 100, cursor: null })
    expect(page.result.map(({ token, spender, value }) => [token.address, spender.address, value])).toEqual([
      [other, walletOf(1), '3'],
      [coin, walletOf(1), '9'],
      [coin, walletOf(2), String(maxUint256)],
    ])
    expect(page.result.map(({ token }) => token.current_balance)).toEqual(['0', '70', '70'])
    const asked = sent('eth_call')
    const pages = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const one = await evm.walletApprovals(input({ limit: 1, cursor }))
      pages.push(...one.result)
      cursor = one.cursor
    }
    expect(pages).toEqual(page.result)
    expect(sent('eth_call'), 'the same block is asked once').toBe(asked)
  })

  test('are 503 without a node', async () => {
    const store = await createStore()
    await indexAnvil(store, contracts.anvil)
    await expect(evmServices(store).evm.walletApprovals(input())).rejects.toMatchObject({ code: 'not_available' })
  })
})
