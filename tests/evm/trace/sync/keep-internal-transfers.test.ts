import { describe, expect, test } from 'vitest'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { readFrameIntervals, readTraceIntervals } from '#lib/evm/chain/stored/part-intervals.ts'
import { readChainStatus } from '#lib/evm/chain/stored/status.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addInternalTransfers } from '#lib/evm/chain/write/add-internal-transfers.ts'
import { createEvmIndex, createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { keepInternalTransfers } from '#lib/evm/trace/keep-internal-transfers.ts'
import type { Store } from '#lib/store/store.ts'
import { quickClock } from '#tests/evm/chain/rpc/quick-clock.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { movingFrame } from './moving-frame.ts'
import { methodNotFound, missingState, type PlainTransfer, plainTransfers, tracedNode } from './traced-node.ts'

const chain = 1
const silent = { info: () => {}, warn: () => {} }
/** On a clock whose waits take no time. */
const pastEveryWaitMs = 3_600_000

const append = async (store: Store<EvmTables>, blocks: readonly EvmBlock[]): Promise<void> => {
  const latest = blocks.at(-1)?.number ?? 0
  await createEvmRangeIndex(store, chain).appendRange([...blocks], { latest, finalized: 0 })
}

/** Keeps internal transfers until `isDone`, looked at each time that the worker waits. */
const keepUntil = async (
  store: Store<EvmTables>,
  node: RpcTransport,
  isDone: () => Promise<boolean>,
): Promise<void> => {
  const clock = quickClock()
  const startedAt = clock.now()
  const stop = new AbortController()
  const pool = createPool([node], { clock, totalMs: 10_000 })
  const watching = {
    now: clock.now,
    wait: async (ms: number) => {
      if (await isDone()) stop.abort()
      else if (clock.now() - startedAt > pastEveryWaitMs) throw new Error('this never ends')
      else await clock.wait(ms)
    },
  }
  await keepInternalTransfers(store, chain, pool, silent, stop.signal, { clock: watching })
}

const isTraced = (store: Store<EvmTables>, first: number, last: number) => async () =>
  (await readTraceIntervals(store.db, chain)).some((range) => range.first <= first && last <= range.last)

const storedTransfers = async (store: Store<EvmTables>): Promise<PlainTransfer[]> => {
  const rows = await store.db
    .selectFrom('evm_internal_transfers')
    .selectAll()
    .where('is_incoming', '=', 1)
    .orderBy('block_number')
    .orderBy('transaction_index')
    .orderBy('transfer_index')
    .execute()
  return rows.map((row) => ({
    block: row.block_number,
    transaction: row.transaction_index,
    from: toHex(row.other_address),
    to: toHex(row.address),
    value: BigInt(row.value),
  }))
}

const blocksOf = (count: number, seed = 1) => randomBlocks(count, { first: 0 }, seeded(seed))

describe.each(dialects)('internal transfers on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('blocks that are stored already are traced, the newest first, and empty ones without a request', async () => {
    const store = await createStore()
    const blocks = blocksOf(150)
    await append(store, blocks)
    const node = tracedNode(() => blocks)
    await keepUntil(store, node, isTraced(store, 0, 149))
    expect(await storedTransfers(store)).toEqual(blocks.flatMap(plainTransfers))
    const withTransactions = blocks.filter(({ transactions }) => transactions.length > 0).map(({ number }) => number)
    expect(node.asked.toSorted((a, b) => a - b)).toEqual(withTransactions)
    expect(node.asked.slice(0, 4).toSorted((a, b) => b - a)).toEqual(withTransactions.slice(-4).toReversed())
    expect(await readTraceIntervals(store.db, chain)).toEqual([{ first: 0, last: 149 }])
  })

  test('each transfer has a row for its sender and one for its receiver, one to oneself a single row', async () => {
    const store = await createStore()
    const blocks = blocksOf(40)
    await append(store, blocks)
    await keepUntil(
      store,
      tracedNode(() => blocks),
      isTraced(store, 0, 39),
    )
    const plain = blocks.flatMap(plainTransfers)
    const sides = plain.map(({ from, to }) => (from === to ? 1 : 2)).reduce((sum, count) => sum + count, 0)
    const { count } = await store.db
      .selectFrom('evm_internal_transfers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(plain.some(({ from, to }) => from === to)).toBe(true)
    expect(Number(count)).toBe(sides)
  })

  test('a creation or self-destruction inside a transaction has the code at its address read again', async () => {
    const store = await createStore()
    const blocks = blocksOf(2)
    await append(store, blocks)
    const block = blocks[1]
    if (!block) throw new Error('no block')
    const contracts = ['SELFDESTRUCT', 'CREATE', 'CREATE2', 'CALL'].map((kind, index) => ({
      kind,
      address: `0x${`${index + 1}`.repeat(40)}` as const,
    }))
    const point = { chain, block_number: 0, kind: 'plain', implementations: new Uint8Array() }
    await store.db
      .insertInto('evm_proxies')
      .values(contracts.map(({ address }) => ({ ...point, address: toBytes(address) })))
      .execute()
    const other = `0x${'9'.repeat(40)}` as const
    const frames = contracts.map(({ kind, address }, transferIndex) =>
      movingFrame({
        ...{ kind, transactionIndex: 0, transferIndex, value: 1n },
        ...(kind === 'SELFDESTRUCT' ? { from: address, to: other } : { from: other, to: address }),
      }),
    )
    await addInternalTransfers(store, chain, [{ number: block.number, hash: block.hash, frames }])
    const kept = await store.db.selectFrom('evm_proxies').select('address').execute()
    expect(kept.map(({ address }) => toHex(address))).toEqual([contracts[3]?.address])
  })

  test('a block that fails is traced later, and the others do not wait for it', async () => {
    const store = await createStore()
    const blocks = blocksOf(30)
    await append(store, blocks)
    const bad = blocks.findLast(({ transactions }) => transactions.length > 0)?.number ?? 0
    let failures = 0
    const node = tracedNode(
      () => blocks,
      (number) =>
        number === bad && failures++ < 9 ? { error: { code: -32000, message: 'internal error' } } : undefined,
    )
    await keepUntil(store, node, isTraced(store, 0, bad - 1))
    expect((await readChainStatus(store.db, chain)).tracesError).toBe('The node could not process the request.')
    await keepUntil(store, node, isTraced(store, 0, 29))
    await keepUntil(store, node, async () => (await readChainStatus(store.db, chain)).tracesError === undefined)
    expect(await storedTransfers(store)).toEqual(blocks.flatMap(plainTransfers))
  })

  test('a node without traces is named in the status, and asked again until it has them', async () => {
    const store = await createStore()
    const blocks = blocksOf(12)
    await append(store, blocks)
    let has = false
    const node = tracedNode(
      () => blocks,
      () => (has ? undefined : methodNotFound),
    )
    const sentence = async () => (await readChainStatus(store.db, chain)).tracesError
    await keepUntil(store, node, async () => (await sentence()) !== undefined)
    expect(await sentence()).toContain('neither debug_traceBlockByNumber nor trace_block')
    expect(await storedTransfers(store)).toEqual([])
    has = true
    await keepUntil(store, node, async () => (await sentence()) === undefined)
    expect(await storedTransfers(store)).toEqual(blocks.flatMap(plainTransfers))
  })

  test('a node that dropped old state has the newest blocks traced, and is not asked for each old one', async () => {
    const store = await createStore()
    const blocks = blocksOf(120)
    await append(store, blocks)
    const node = tracedNode(
      () => blocks,
      (number) => (number < 100 ? missingState : undefined),
    )
    await keepUntil(store, node, isTraced(store, 100, 119))
    const sentence = async () => (await readChainStatus(store.db, chain)).tracesError
    const isSaid = async () => (await sentence())?.includes('no longer has the state to trace block') ?? false
    await keepUntil(store, node, isSaid)
    expect(await sentence()).toMatch(/ \d+ and earlier ones/)
    expect(node.asked.filter((number) => number < 80)).toEqual([])
  })

  test('a single block without state does not keep older ones from being traced', async () => {
    const store = await createStore()
    const blocks = blocksOf(60)
    await append(store, blocks)
    const odd = blocks.findLast(({ transactions }) => transactions.length > 0)?.number ?? 0
    const node = tracedNode(
      () => blocks,
      (number) => (number === odd ? missingState : undefined),
    )
    await keepUntil(store, node, isTraced(store, 0, odd - 1))
    expect((await readChainStatus(store.db, chain)).tracesError).toContain(`trace block ${odd}.`)
  })

  test('new blocks are traced while older ones are not', async () => {
    const store = await createStore()
    const blocks = blocksOf(60)
    await append(store, blocks.slice(0, 50))
    let asks = 0
    let appended: Promise<void> | undefined
    const node = tracedNode(
      () => blocks,
      () => {
        asks += 1
        if (asks === 5) appended = append(store, blocks.slice(50))
        return undefined
      },
    )
    await keepUntil(store, node, isTraced(store, 0, 59))
    await appended
    const firstNew = node.asked.findIndex((number) => number >= 50)
    expect(firstNew).toBeLessThan(node.asked.length - 5)
    expect(await storedTransfers(store)).toEqual(blocks.flatMap(plainTransfers))
  })

  test('a reorg removes the transfers of its blocks, which are traced again', async () => {
    const store = await createStore()
    const old = blocksOf(20)
    const shared = old.slice(0, 12)
    const parent = shared.at(-1)
    if (!parent) throw new Error('no parent')
    const now = [...shared, ...randomBlocks(10, parent, seeded(9), { fork: 'other' })]
    const index = createEvmIndex(store, chain, { from: 0 })
    await index.append(old, { latest: 19, finalized: 0 })
    await keepUntil(
      store,
      tracedNode(() => old),
      isTraced(store, 0, 19),
    )
    await index.rewind(11)
    expect(await readTraceIntervals(store.db, chain)).toEqual([{ first: 0, last: 11 }])
    expect(await storedTransfers(store)).toEqual(shared.flatMap(plainTransfers))
    await index.append(now.slice(12), { latest: 21, finalized: 0 })
    await keepUntil(
      store,
      tracedNode(() => now),
      isTraced(store, 0, 21),
    )
    expect(await storedTransfers(store)).toEqual(now.flatMap(plainTransfers))
  })

  test('traces of a block that was replaced while it was traced are not stored', async () => {
    const store = await createStore()
    const blocks = blocksOf(5)
    await append(store, blocks)
    const [stored] = blocks
    const other = randomBlocks(1, { first: 0 }, seeded(3), { fork: 'other' })[0]
    if (!stored || !other) throw new Error('no block')
    await addInternalTransfers(store, chain, [{ number: 0, hash: other.hash, frames: [] }])
    expect(await readTraceIntervals(store.db, chain)).toEqual([])
    await addInternalTransfers(store, chain, [{ number: 0, hash: stored.hash, frames: [] }])
    expect(await readTraceIntervals(store.db, chain)).toEqual([{ first: 0, last: 0 }])
  })

  test('blocks that an earlier version traced are traced again for their frames, after the others', async () => {
    const store = await createStore()
    const blocks = blocksOf(30)
    await append(store, blocks)
    const { db } = store
    await keepUntil(
      store,
      tracedNode(() => blocks),
      isTraced(store, 0, 29),
    )
    const frames = await db.selectFrom('evm_internal_frames').selectAll().execute()
    expect(frames).toHaveLength(blocks.flatMap(plainTransfers).length)
    await db.deleteFrom('evm_internal_frames').execute()
    await db.deleteFrom('evm_frame_intervals').execute()
    await append(store, [...blocks, ...randomBlocks(3, blocks[29] ?? { first: 0 }, seeded(9))])
    const all = [...blocks, ...randomBlocks(3, blocks[29] ?? { first: 0 }, seeded(9))]
    const node = tracedNode(() => all)
    await keepUntil(store, node, async () => (await readFrameIntervals(db, chain))[0]?.first === 0)
    expect(node.asked.slice(0, 2).every((number) => number > 29)).toBe(true)
    expect(await db.selectFrom('evm_internal_frames').selectAll().where('block_number', '<', 30).execute()).toEqual(
      frames,
    )
    expect(await storedTransfers(store)).toEqual(all.flatMap(plainTransfers))
    expect(await readFrameIntervals(db, chain)).toEqual([{ first: 0, last: 32 }])
  })
})
