import { expect, test } from 'vitest'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { contractAnswers } from '#lib/evm/etherscan/contract/answers.ts'
import type { ActionCall } from '#lib/evm/etherscan/kit/action.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'

const createStore = evmStores('sqlite')

test('the implementation of a proxy is found, and another than expected is not', async () => {
  const store = await createStore()
  await createEvmIndex(store, chainId, { from: 0 }).append(randomBlocks(3, { first: 0 }, seeded(1)), {
    latest: 2,
    finalized: 2,
  })
  const [proxy, implementation, other] = [walletOf(1), walletOf(2), walletOf(3)]
  const abis = { describe: async () => ({ proxy: { implementations: [implementation] }, interfaces: [] }) }
  const chain = createServedChains([{ name: 'eth' }]).resolve('eth')
  const call = { chain, context: { store, abis } } as unknown as ActionCall
  const { verifyproxycontract, checkproxyverification } = contractAnswers({} as never)
  const check = async (expectedimplementation?: `0x${string}`) => {
    const { result: guid } = (await verifyproxycontract({ address: proxy, expectedimplementation }, call)) as {
      result: string
    }
    return await checkproxyverification({ guid }, call)
  }
  const found = {
    status: '1',
    message: 'OK',
    result: `The proxy's (${proxy}) implementation contract is found at ${implementation} and is successfully updated.`,
  }
  expect(await check()).toEqual(found)
  expect(await check(implementation)).toEqual(found)
  expect(await check(other)).toMatchObject({ status: '0', message: 'NOTOK' })
})
