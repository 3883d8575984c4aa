import { describe, expect, test } from 'vitest'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { writeChainStatus } from '#lib/evm/chain/stored/status.ts'
import { createEvmCoverage } from '#lib/evm/query/evm-coverage.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { chainId, evmServices, walletInput } from './evm-services.ts'
import { evmStores } from './evm-stores.ts'
import { randomBlocks, walletOf } from './random-chain.ts'

const now = () => 1_700_000_000_000
const [chain] = createServedChains([{ name: 'eth' }]).all
const blocks = randomBlocks(30, { first: 0 }, seeded(7))

describe.each(dialects)('coverage of a chain on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async () => {
    const store = await createStore()
    const { index, evm } = evmServices(store)
    await index.append(blocks.slice(0, 20), { latest: 29, finalized: 20 })
    const coverage = createEvmCoverage(store, { now, ageMaxMs: 0 })
    const whole = async () => (chain ? (await coverage(chain))({ first: 0 }).isComplete : undefined)
    const appendRest = () => index.append(blocks.slice(20), { latest: 29, finalized: 20 })
    return { store, evm, index, coverage, whole, appendRest }
  }

  test('reports the blocks that were read, even if rows are indexed later', async () => {
    const { coverage, appendRest, whole } = await filled()
    const then = chain && (await coverage(chain))
    await appendRest()
    expect(then?.({ first: 0 }).isComplete).toBe(false)
    expect(await whole()).toBe(true)
  })

  test('is open at the head while the worker is silent or its node fails', async () => {
    const { store, appendRest, whole } = await filled()
    await appendRest()
    const seconds = now() / 1_000
    await writeChainStatus(store.db, chainId, { checkedAt: seconds - 10, error: null })
    expect(await whole()).toBe(true)
    await writeChainStatus(store.db, chainId, { checkedAt: seconds - 600, error: null })
    expect(await whole()).toBe(false)
    await writeChainStatus(store.db, chainId, { checkedAt: seconds, error: 'The node is down.' })
    expect(await whole()).toBe(false)
  })

  test('a wallet of a partial index is SYNCING, even with no known activity', async () => {
    const { evm, appendRest } = await filled()
    for (const address of [walletOf(1), `0x${'9'.repeat(40)}`])
      expect((await evm.walletNfts({ ...walletInput(address), format: 'decimal' } as never)).status).toBe('SYNCING')
    await appendRest()
    expect((await evm.walletNfts({ ...walletInput(walletOf(1)), format: 'decimal' } as never)).status).toBe('SYNCED')
  })

  test('later pages of a list by date keep the block range of the first page', async () => {
    const store = await createStore()
    const { ranges, evm } = evmServices(store)
    const full = { latest: 29, finalized: 20 }
    await ranges.appendRange(blocks.slice(10), full)
    const said: boolean[] = []
    const coveredBy = ({ isComplete }: { isComplete: boolean }) => said.push(isComplete)
    const from_date = new Date((blocks[5]?.timestamp ?? 0) * 1_000).toISOString()
    const senders = blocks.slice(10).flatMap(({ transactions }) => transactions.map(({ from }) => from))
    const busy = senders.find((one) => senders.filter((other) => other === one).length > 2) ?? ''
    const first = await evm.walletTransactions(walletInput(busy, { from_date, limit: 1 }), { coveredBy })
    await ranges.appendRange(blocks.slice(0, 10), full)
    // Blocks 5 to 9 are indexed by now, but this walk began above them.
    await evm.walletTransactions(walletInput(busy, { from_date, cursor: first.cursor, limit: 1 }), { coveredBy })
    await evm.walletTransactions(walletInput(busy, { from_date, limit: 1 }), { coveredBy })
    expect(said).toEqual([false, false, true])
  })
})
