import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { parseInput } from '#lib/api/parse-input.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { addTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmNodeAccess } from '#lib/evm/query/node-access.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'

const friend = walletOf(7)
const served = createServedChains([{ name: 'polygon' }, { name: 'eth', keepsTraces: true }])
const receipt = z.object({ blockNumber: z.string() })
let anvil: Anvil
let owner: string
/** The blocks in which the owner sent coin. */
const sentIn: number[] = []

beforeAll(async () => {
  anvil = await startAnvil()
  owner = z.array(z.string()).parse(await anvil.rpc('eth_accounts'))[0] ?? ''
  for (const amount of [5, 6, 7]) {
    const hash = await anvil.rpc('eth_sendTransaction', [
      { from: owner, to: friend, value: `0x${amount.toString(16)}` },
    ])
    await anvil.rpc('evm_mine')
    const { blockNumber } = receipt.parse(await anvil.rpc('eth_getTransactionReceipt', [hash]))
    sentIn.push(Number(blockNumber))
    await anvil.rpc('anvil_mine', ['0x14'])
  }
})
afterAll(() => anvil?.stop())

describe.each(dialects)('the native balance over time with internal transfers on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const historyOf = async (
    address: string,
    { tracedTo = Number.MAX_SAFE_INTEGER, isPruned = false }: { tracedTo?: number; isPruned?: boolean } = {},
  ) => {
    const store = await createStore()
    const plain = await indexAnvil(store, anvil, { served })
    const pruned: EvmNodeAccess = {
      ...plain.nodeAccess,
      balancesAt: async (...all) =>
        (await plain.nodeAccess.balancesAt?.(...all))?.map((balance, index, { length }) =>
          index === length - 1 ? balance : null,
        ) ?? [],
    }
    const { explorer } = isPruned ? await indexAnvil(store, anvil, { served, node: pruned }) : plain
    const head = Number(await anvil.rpc('eth_blockNumber'))
    await addTraceIntervals(store.db, chainId, [{ first: 0, last: Math.min(head, tracedTo) }])
    const history = await explorer.evmBalanceHistory(parseInput(evmExplorerApi.evmBalanceHistory, { address }))
    return { history, head, store }
  }

  test('has a record after each transaction, and is exact where fees and values explain each difference', async () => {
    const { history, head } = await historyOf(owner)
    expect(history).toMatchObject({ is_sampled: false, note: null })
    const places = history.result.map(({ block_number }) => Number(block_number))
    expect(places.filter((block) => sentIn.includes(block))).toEqual(sentIn.toReversed())
    expect(places).toContain(head)
    expect(places.length).toBeLessThan(10)
  })

  test('is computed back by its changes from a node that keeps only the newest state', async () => {
    const { history: exact } = await historyOf(owner)
    const { history } = await historyOf(owner, { isPruned: true })
    expect(history.result).toEqual(exact.result)
    expect(history.is_sampled).toBe(true)
    expect(history.note).toMatch(/^The node keeps no state before block \d+: older balances are computed back/)
  })

  test('is not computed back over blocks that are not traced', async () => {
    const { history } = await historyOf(owner, { isPruned: true, tracedTo: sentIn[1] })
    expect(history.result).toHaveLength(1)
    expect(history.note).toMatch(/archive node is needed/)
  })

  test('is sampled while the newest blocks are not traced', async () => {
    const { history } = await historyOf(owner, { tracedTo: sentIn[1] })
    expect(history.is_sampled).toBe(true)
    expect(history.note).toMatch(/after some of the blocks/)
  })

  test('is sampled where the balance also changed without a transaction', async () => {
    const gifted = walletOf(8)
    await anvil.rpc('eth_sendTransaction', [{ from: owner, to: gifted, value: '0x9' }])
    await anvil.rpc('evm_mine')
    await anvil.rpc('anvil_setBalance', [gifted, '0x64'])
    await anvil.rpc('evm_mine')
    const { history } = await historyOf(gifted)
    expect(history.is_sampled).toBe(true)
    expect(history.note).toMatch(/withdrawals or block rewards/)
    expect(history.result[0]?.balance).toBe('100')
  })

  test('has internal transfers among its changes', async () => {
    const { store } = await historyOf(owner)
    const [block = 0] = sentIn
    await store.db
      .insertInto('evm_internal_transfers')
      .values({
        ...{ chain: chainId, block_number: block + 3, transaction_index: 0, transfer_index: 0, is_incoming: 1 },
        ...{ address: Buffer.from(owner.slice(2), 'hex'), other_address: Buffer.alloc(20, 7) },
        ...{ kind: 'CALL', value: '5' },
      })
      .execute()
    const { explorer } = await indexAnvil(store, anvil, { served })
    const history = await explorer.evmBalanceHistory(parseInput(evmExplorerApi.evmBalanceHistory, { address: owner }))
    expect(history.result.map(({ block_number }) => Number(block_number))).toContain(block + 3)
    // No such transfer happened on this chain: what the node returns does not include it.
    expect(history.is_sampled).toBe(true)
  })
})
