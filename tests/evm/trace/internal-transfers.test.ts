import { CompiledQuery, createQueryId, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Coverage } from '#lib/api/coverage.ts'
import type { Input } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createEvmExplorerService } from '#lib/evm/family/service.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { examinedEnd, internalTransferPage, internalTransfersQuery } from '#lib/evm/trace/internal-transfers.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { seeded } from '#tests/support/seeded.ts'
import { walkPages } from '#tests/support/walk-pages.ts'
import { storeTraces } from './sync/store-traces.ts'
import { plainTransfers } from './sync/traced-node.ts'

type ListInput = Input<EvmExplorerApi['evmInternalTransfers']>

const chain = 1
const latest = 79
const blocks = randomBlocks(latest + 1, { first: 0 }, seeded(5))
const wallet = walletOf(1)

const trace = (store: Store<EvmTables>, part: readonly EvmBlock[]): Promise<void> => storeTraces(store, chain, part)

const serviceOf = (store: Store<EvmTables>, keepsTraces = true) =>
  createEvmExplorerService({
    store,
    served: createServedChains([{ name: 'eth', keepsTraces }]),
    cursors: createCursors(new Uint8Array(32)),
    known: createKnownAddresses({ labels: [{ chain, address: wallet, text: 'Treasury' }] }),
  })

/** The list, with few transfers examined by a request. */
const internalTransfersOf = (store: Store<EvmTables>) =>
  internalTransfersQuery(
    { ...queryContext(store), served: createServedChains([{ name: 'eth', keepsTraces: true }]) },
    5,
  )

/** The wallet's transfers, newest first, as the plainest reading of all of them. */
const expected = (part: readonly EvmBlock[] = blocks) =>
  part
    .flatMap((block) => plainTransfers(block).map((transfer) => ({ ...transfer, block })))
    .filter(({ from, to }) => from === wallet || to === wallet)
    .reverse()
    .map(({ block, transaction, from, to, value }) => ({
      block_number: String(block.number),
      block_hash: block.hash,
      transaction_hash: block.transactions[transaction]?.hash,
      from_address: from,
      to_address: to,
      value: String(value),
    }))

describe.each(dialects)('internal transfers of a wallet on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (traced: readonly EvmBlock[] = blocks) => {
    const store = await createStore()
    await createEvmRangeIndex(store, chain).appendRange([...blocks], { latest, finalized: latest })
    if (traced.length > 0) await trace(store, traced)
    return store
  }
  const walk = async (store: Store<EvmTables>, input: Partial<ListInput> = {}) => {
    const coverages: Coverage[] = []
    const { evmInternalTransfers } = serviceOf(store)
    const call = { coveredBy: (coverage: Coverage) => void coverages.push(coverage) }
    const pages = await walkPages(
      async (cursor) =>
        await evmInternalTransfers(
          { chain: 'eth', address: wallet, limit: 7, ...input, ...(cursor && { cursor }) },
          call,
        ),
    )
    return { rows: pages.flatMap(({ result }) => result), sizes: pages.map(({ result }) => result.length), coverages }
  }

  test('pages hold every transfer to and from it once, in either order', async () => {
    const store = await filled()
    const { rows, sizes } = await walk(store)
    expect(rows).toMatchObject(expected())
    expect(new Set(sizes.slice(0, -1))).toEqual(new Set([7]))
    expect((await walk(store, { order: 'ASC', limit: 3 })).rows).toMatchObject(expected().toReversed())
    for (const { from_address, from_address_label, to_address, to_address_label } of rows) {
      expect(from_address_label).toBe(from_address === wallet ? 'Treasury' : null)
      expect(to_address_label).toBe(to_address === wallet ? 'Treasury' : null)
    }
  })

  test('blocks and dates bound the list, in both orders', async () => {
    const store = await filled()
    const [lowest, highest] = [20, 61]
    const inside = expected(blocks.slice(lowest, highest + 1))
    const bounds = { from_block: lowest, to_block: highest }
    expect((await walk(store, bounds)).rows).toMatchObject(inside)
    expect((await walk(store, { ...bounds, order: 'ASC' })).rows).toMatchObject(inside.toReversed())
    const at = (number: number) => new Date(1_000 * (blocks[number]?.timestamp ?? 0))
    const dated = blocks.filter(
      ({ timestamp }) => timestamp >= +at(lowest) / 1_000 && timestamp <= +at(highest) / 1_000,
    )
    const dates = { from_date: at(lowest).toISOString(), to_date: at(highest).toISOString() }
    expect((await walk(store, dates)).rows).toMatchObject(expected(dated))
    expect((await walk(store, { from_block: 50, to_block: 40 })).rows).toEqual([])
  })

  test('direction, counterparty and value filter it in bounded steps, in either order', async () => {
    const evmInternalTransfers = internalTransfersOf(await filled())
    const all = expected()
    const other = walletOf(2)
    const values = all.map(({ value }) => BigInt(value)).sort((a, b) => (a < b ? -1 : 1))
    const least = String(values[Math.floor(values.length / 2)])
    const cases: [Partial<ListInput>, (row: (typeof all)[number]) => boolean][] = [
      [{ direction: 'in' }, ({ to_address }) => to_address === wallet],
      [{ direction: 'out' }, ({ from_address }) => from_address === wallet],
      [{ counterparty: other }, (row) => [row.from_address, row.to_address].includes(other)],
      [{ min_value: least }, ({ value }) => BigInt(value) >= BigInt(least)],
      [{ direction: 'in', counterparty: other, min_value: '1' }, (row) => row.from_address === other],
    ]
    for (const [filters, passes] of cases)
      for (const order of ['DESC', 'ASC'] as const) {
        const pages = await walkPages((cursor) =>
          evmInternalTransfers({
            chain: 'eth',
            address: wallet,
            limit: 7,
            order,
            ...filters,
            ...(cursor && { cursor }),
          }),
        )
        const passing = all.filter(passes)
        expect(pages.flatMap(({ result }) => result)).toMatchObject(order === 'ASC' ? passing.toReversed() : passing)
        expect(passing.length).toBeGreaterThan(0)
        const steps = pages.map(({ searched_to_block }) => Number(searched_to_block))
        expect(steps).toEqual(steps.toSorted((a, b) => (order === 'ASC' ? a - b : b - a)))
        expect(steps.at(-1)).toBe(order === 'ASC' ? latest : 0)
        expect(steps.length).toBeGreaterThan(2)
      }
  })

  test('is complete only where every block was traced, and names the traced ones', async () => {
    const store = await filled(blocks.slice(30))
    const { rows, coverages } = await walk(store)
    expect(rows).toMatchObject(expected(blocks.slice(30)))
    expect(coverages[0]).toMatchObject({ isComplete: false, ranges: [{ first: 30, last: latest }] })
    const bounded = await walk(store, { from_block: 30 })
    expect(bounded.coverages.every(({ isComplete }) => isComplete)).toBe(true)
    await trace(store, blocks.slice(0, 30))
    expect((await walk(store)).coverages[0]?.isComplete).toBe(true)
    expect((await walk(await filled([]))).coverages).toMatchObject([{ isComplete: false, ranges: [] }])
  })

  test('the state of the chain has the traced blocks, and how many are left', async () => {
    const store = await filled(blocks.slice(30))
    const [state] = (await serviceOf(store).evmChains({})).result
    expect(state?.internal_transfers).toEqual({
      index_complete: false,
      coverage: `30-${latest}`,
      coverage_note: 'Indexed from block 30; earlier transactions are not included.',
      blocks_left: 30,
      error: null,
    })
    const [off] = (await serviceOf(store, false).evmChains({})).result
    expect(off).not.toHaveProperty('internal_transfers')
  })

  test('a chain that does not keep them says what its operator can set', async () => {
    const { evmInternalTransfers } = serviceOf(await filled(), false)
    await expect(evmInternalTransfers({ chain: 'eth', address: wallet, limit: 7 })).rejects.toMatchObject({
      code: 'chain_not_served',
      message: expect.stringContaining('TRACES_ETH=values'),
    })
  })

  test('a cursor only continues the list that it came from', async () => {
    const { evmInternalTransfers } = serviceOf(await filled())
    const { cursor } = await evmInternalTransfers({ chain: 'eth', address: wallet, limit: 7 })
    if (cursor === null) throw new Error('one page')
    for (const other of [{ address: walletOf(2) }, { from_block: 3 }, { order: 'ASC' as const }])
      await expect(
        evmInternalTransfers({ chain: 'eth', address: wallet, limit: 7, cursor, ...other }),
      ).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('cursor') })
  })
})

describe.each(dialects)('the plan of a page on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('is one range of the key, whatever the wallet and the chain hold', async () => {
    const store = await createStore()
    await fillTransfers(store)
    if (dialect === 'postgres') await sql`vacuum analyze evm_internal_transfers`.execute(store.db)
    const { statements, remember } = rememberStatements()
    const address = toBytes(wallet)
    for (const isAscending of [false, true])
      for (const after of [undefined, [50_000, 1, 0]] as const) {
        const query = { chain, address, bounds: { lowest: 10, highest: 90_000 }, isAscending, after }
        const db = store.db.withPlugin(remember)
        const filter = sql<boolean>`is_incoming = 0`
        for (const page of [{ filter: undefined }, { filter }])
          expect(await internalTransferPage(db, query, { rows: 51, examined: 2_000, ...page })).toEqual([])
        expect(await examinedEnd(db, query, 2_000)).toBeDefined()
      }
    const executor = store.db.getExecutor()
    for (const statement of statements) {
      const { sql: text, parameters } = executor.compileQuery(statement, createQueryId())
      const verb = dialect === 'postgres' ? 'explain' : 'explain query plan'
      const { rows } = await store.db.executeQuery(CompiledQuery.raw(`${verb} ${text}`, [...parameters]))
      const plan = JSON.stringify(rows)
      expect(plan).toMatch(
        dialect === 'postgres'
          ? /Index Scan (Backward )?using evm_internal_transfers_key/
          : /SEARCH evm_internal_transfers USING PRIMARY KEY/,
      )
      expect(plan).not.toMatch(/Seq Scan on evm_internal_transfers|SCAN evm_internal_transfers/)
    }
  })
})

/** 100,000 transfers of one chain, half of them of one wallet. */
const fillTransfers = async (store: Store<EvmTables>): Promise<void> => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({
    chain,
    block_number: index,
    transaction_index: 0,
    transfer_index: 0,
    is_incoming: 1 as const,
    address: toBytes(index % 2 === 0 ? wallet : walletOf(index % 500)),
    other_address: toBytes(walletOf(3)),
    kind: 'CALL',
    value: '1',
  }))
  await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'evm_internal_transfers', rows))
}
