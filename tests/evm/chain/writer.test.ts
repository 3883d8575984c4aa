import { describe, expect, test } from 'vitest'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { readIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { readChainStatus, writeChainStatus } from '#lib/evm/chain/stored/status.ts'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { dumpTables, evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

const chain = 1
const head = { latest: 1_000, finalized: 900 }

describe.each(dialects)('the writer on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (...batches: EvmBlock[][]) => {
    const store = await createStore()
    const index = createEvmIndex(store, chain, { from: batches[0]?.[0]?.number ?? 0 })
    for (const batch of batches) await index.append(batch, head)
    return { store, index }
  }

  test('a rewind restores every table to its state before the blocks', async () => {
    const random = seeded(1)
    const common = randomBlocks(30, { first: 100 }, random)
    const forked = randomBlocks(250, common.at(-1) as EvmBlock, random)
    const { store, index } = await filled(common, forked)
    const before = await filled(common)
    await index.rewind(129)
    expect(await dumpTables(store)).toEqual(await dumpTables(before.store))
    expect(await index.tip()).toMatchObject({ number: 129, hash: common.at(-1)?.hash })
  })

  test('a full rewind leaves only the status', async () => {
    const { store, index } = await filled(randomBlocks(20, { first: 5 }, seeded(2)))
    await index.rewind(undefined)
    const left = await dumpTables(store)
    expect(left).toEqual([expect.stringMatching(/^evm_chains .*"head_finalized":900,"head_latest":1000/)])
    expect(await index.tip()).toBeUndefined()
  })

  test('tables do not depend on how the chain is split into batches', async () => {
    const blocks = randomBlocks(60, { first: 0 }, seeded(3))
    const one = await filled(blocks)
    const many = await filled(blocks.slice(0, 1), blocks.slice(1, 20), blocks.slice(20, 21), blocks.slice(21))
    expect(await dumpTables(many.store)).toEqual(await dumpTables(one.store))
  })

  test('appending the same batch twice changes nothing', async () => {
    const blocks = randomBlocks(20, { first: 0 }, seeded(4))
    const { store, index } = await filled(blocks)
    const once = await dumpTables(store)
    await index.append(blocks.slice(5), head)
    expect(await dumpTables(store)).toEqual(once)
  })

  test('a batch that fails halfway leaves no rows', async () => {
    const blocks = randomBlocks(10, { first: 0 }, seeded(5), { transactionsPerBlockMax: 3 })
    const { store, index } = await filled(blocks.slice(0, 5))
    const before = await dumpTables(store)
    const [next] = blocks.slice(5)
    const twice = next?.transactions[0] ? next.transactions[0] : undefined
    const broken = { ...next, transactions: [...(next?.transactions ?? []), twice, twice] } as EvmBlock
    await expect(index.append([broken], { latest: 2_000, finalized: 1_900 })).rejects.toThrow()
    expect(await dumpTables(store)).toEqual(before)
  })

  test('blocks that do not link are refused', async () => {
    const blocks = randomBlocks(10, { first: 0 }, seeded(6))
    const { index } = await filled(blocks.slice(0, 5))
    await expect(index.append(blocks.slice(6), head)).rejects.toThrow('Block 6 does not follow block 5.')
    await expect(index.append([blocks[5], blocks[7]] as EvmBlock[], head)).rejects.toThrow(
      'Block 7 does not follow block 5.',
    )
  })

  test('adjacent ranges are merged, and a stale one is replaced when a reorg passes through it', async () => {
    const random = seeded(7)
    const blocks = randomBlocks(40, { first: 0 }, random)
    const { store, index } = await filled(blocks.slice(0, 10))
    const upper = createEvmIndex(store, chain, { from: 20, to: 29 })
    await upper.append(blocks.slice(20, 30), head)
    expect(await readIntervals(store.db, chain)).toEqual([
      { first: 0, last: 9 },
      { first: 20, last: 29 },
    ])
    expect(await upper.tip()).toMatchObject({ number: 29 })
    await index.append(blocks.slice(10, 20), head)
    expect(await readIntervals(store.db, chain)).toEqual([{ first: 0, last: 29 }])
    expect(await index.tip()).toMatchObject({ number: 29 })

    const other = randomBlocks(8, blocks[14] as EvmBlock, random, { fork: 'other' })
    await index.rewind(14)
    await upper.append(blocks.slice(20, 30), head)
    await index.append(other, head)
    expect(await readIntervals(store.db, chain)).toEqual([
      { first: 0, last: 22 },
      { first: 23, last: 29 },
    ])
    await index.append(randomBlocks(10, other.at(-1) as EvmBlock, random, { fork: 'other' }), head)
    expect(await readIntervals(store.db, chain)).toEqual([{ first: 0, last: 32 }])
  })

  test('following the head resumes where it began, whatever other ranges are stored', async () => {
    const random = seeded(10)
    const store = await createStore()
    const ranges = createEvmRangeIndex(store, chain)
    await ranges.appendRange(randomBlocks(5, { first: 700 }, random), head)
    const index = createEvmIndex(store, chain)
    expect(await index.tip()).toBeUndefined()
    const blocks = randomBlocks(20, { first: 300 }, random)
    await index.append(blocks.slice(0, 10), head)
    const restarted = createEvmIndex(store, chain)
    expect(await restarted.tip()).toMatchObject({ number: 309 })
    await restarted.append(blocks.slice(10), head)
    expect(await ranges.covered()).toEqual([
      { first: 300, last: 319 },
      { first: 700, last: 704 },
    ])
    await restarted.rewind(undefined)
    expect(await createEvmIndex(store, chain).tip()).toBeUndefined()
    expect(await ranges.covered()).toEqual([{ first: 700, last: 704 }])
  })

  test('ranges can arrive in any order', async () => {
    const store = await createStore()
    const ranges = createEvmRangeIndex(store, chain)
    const blocks = randomBlocks(30, { first: 0 }, seeded(11))
    await ranges.appendRange(blocks.slice(20), head)
    await ranges.appendRange(blocks.slice(0, 5), head)
    expect(await ranges.finalized()).toBe(900)
    await ranges.appendRange(blocks.slice(4, 21), head)
    expect(await ranges.covered()).toEqual([{ first: 0, last: 29 }])
    const whole = await filled(blocks)
    expect((await dumpTables(store)).filter((line) => !line.startsWith('evm_chains'))).toEqual(
      (await dumpTables(whole.store)).filter((line) => !line.startsWith('evm_chains')),
    )
  })

  test('only a head that came with blocks sets the final block', async () => {
    const { store, index } = await filled(randomBlocks(5, { first: 0 }, seeded(12)))
    await writeChainStatus(store.db, chain, { head: { latest: 5_000, finalized: 4_900 } })
    expect(await index.finalized()).toBe(900)
  })

  test('a rewind of one range leaves the others unchanged', async () => {
    const random = seeded(8)
    const { store, index } = await filled(randomBlocks(10, { first: 0 }, random))
    const other = createEvmIndex(store, chain, { from: 500, to: 520 })
    await other.append(randomBlocks(5, { first: 500 }, random), head)
    await index.rewind(3)
    await other.rewind(502)
    expect(await readIntervals(store.db, chain)).toEqual([
      { first: 0, last: 3 },
      { first: 500, last: 502 },
    ])
  })

  test('chains in one store are independent', async () => {
    const blocks = randomBlocks(10, { first: 0 }, seeded(9))
    const { store, index } = await filled(blocks)
    const alone = await filled(blocks)
    const second = createEvmIndex(store, 137, { from: 0 })
    await second.append(blocks, head)
    await index.rewind(4)
    await second.rewind(undefined)
    await alone.index.rewind(4)
    const lines = (await dumpTables(store)).filter((line) => !line.startsWith('evm_chains'))
    expect(lines).toEqual((await dumpTables(alone.store)).filter((line) => !line.startsWith('evm_chains')))
  })

  test('a partial status update keeps the other fields', async () => {
    const store = await createStore()
    const nothing = { head: undefined, checkedAt: undefined, error: undefined, refusedNodes: [], notices: [] }
    expect(await readChainStatus(store.db, chain)).toEqual(nothing)
    await writeChainStatus(store.db, chain, { head, checkedAt: 1_700_000_000 })
    await writeChainStatus(store.db, chain, { checkedAt: 1_700_000_009, error: 'The node did not answer in time.' })
    expect(await readChainStatus(store.db, chain)).toEqual({
      head,
      checkedAt: 1_700_000_009,
      error: 'The node did not answer in time.',
      refusedNodes: [],
      notices: [],
    })
    await writeChainStatus(store.db, chain, { error: null, refusedNodes: ['Node 1.', 'Node 2.'] })
    await writeChainStatus(store.db, chain, { checkedAt: 1_700_000_010 })
    expect(await readChainStatus(store.db, chain)).toMatchObject({
      error: undefined,
      refusedNodes: ['Node 1.', 'Node 2.'],
    })
    await writeChainStatus(store.db, chain, { refusedNodes: [] })
    expect((await readChainStatus(store.db, chain)).refusedNodes).toEqual([])
  })
})
