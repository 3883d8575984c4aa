import { expect, test } from 'vitest'
import { createKeptByVersion } from '#lib/base/kept-by-version.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { createAsk, type PageApis } from '#lib/pages/ask.ts'
import { type Answer, callTo } from '#lib/pages/question.ts'
import { evmServices, head } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { seeded } from '#tests/support/seeded.ts'

const createStore = evmStores('sqlite')
const transactions = callTo(transactionEndpoints.walletTransactions, { chain: 'eth', address: walletOf(1) })

/** Pages over a store, the calls that reach its index, and its next block. */
const pagesOver = async (note?: string) => {
  const store = await createStore()
  const { index, evm } = evmServices(store)
  const blocks = randomBlocks(20, { first: 0 }, seeded(7))
  await index.append(blocks, head)
  const asked: string[] = []
  const walletTransactions: typeof evm.walletTransactions = (...call) => {
    asked.push('transactions')
    if (note !== undefined) call[1]?.setHeader?.('x-internal-transactions-missing', note)
    return evm.walletTransactions(...call)
  }
  const transaction: typeof evm.transaction = (...call) => {
    asked.push('transaction')
    return evm.transaction(...call)
  }
  const client = createGateway(evmApi, [{ name: 'index', service: { ...evm, walletTransactions, transaction } }])
  const apis: PageApis = { evm: { api: evmApi, client, basePath: '' } }
  let now = 5_000
  const kept = createKeptByVersion<Answer<unknown>>({
    version: store.version,
    bound: { entries: 10 },
    now: () => now,
  })
  return {
    asked,
    mine: async () => {
      const [last] = blocks.slice(-1)
      if (last) await index.append(randomBlocks(1, last, seeded(8)), { ...head, latest: 20 })
    },
    page: () => createAsk(apis, { cutsTexts: true, kept }),
    wait: (ms: number) => {
      now += ms
    },
  }
}

test('a page shows what the page before it was told, until the index has another block or a second has passed', async () => {
  const { mine, asked, page, wait } = await pagesOver()
  const first = await page()(transactions)
  expect(first.data?.result.length).toBeGreaterThan(0)
  expect(await page()(transactions)).toEqual(first)
  expect(asked).toHaveLength(1)

  await mine()
  const { coverage } = await page()(transactions)
  expect(coverage?.ranges).not.toEqual(first.coverage?.ranges)
  expect(asked).toHaveLength(2)

  wait(1_001)
  await page()(transactions)
  expect(asked).toHaveLength(3)
})

test('an answer with a note of a node, a fault, and an answer of an endpoint that is not kept are asked for by every page', async () => {
  const noted = await pagesOver('1: The node did not answer in time.')
  for (let turn = 0; turn < 2; turn++) await noted.page()(transactions)
  expect(noted.asked).toHaveLength(2)

  const { asked, page } = await pagesOver()
  for (let turn = 0; turn < 2; turn++) {
    const { fault } = await page()(
      callTo(transactionEndpoints.walletTransactions, { chain: 'eth', address: walletOf(1), limit: '-1' }),
    )
    expect(fault?.code).toBe('invalid_request')
    await page()(callTo(transactionEndpoints.transaction, { chain: 'eth', transaction_hash: `0x${'1'.repeat(64)}` }))
  }
  expect(asked.filter((name) => name === 'transaction')).toHaveLength(2)
})
