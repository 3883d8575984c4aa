import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { buildSides, keepFanout } from '#lib/evm/chain/fanout/keep-fanout.ts'
import { readBuiltFrom } from '#lib/evm/chain/fanout/update-lists.ts'
import { redecodeBlocks } from '#lib/evm/chain/redecode/redecode-blocks.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { appendHistory } from '#lib/evm/chain/write/append-history.ts'
import { correctHistory } from '#lib/evm/chain/write/correct-history.ts'
import { reclassifyContract } from '#lib/evm/chain/write/reclassify.ts'
import { createEvmIndex, createEvmRangeIndex, replaceDoubtful } from '#lib/evm/chain/write/writer.ts'
import { createFollower } from '#lib/indexing/follow.ts'
import type { Store } from '#lib/store/store.ts'
import { ForkChain } from '#tests/evm/chain/forks/fork-chain.ts'
import { tokenBlocks } from '#tests/evm/chain/token-blocks.ts'
import { contractsIn, noSpeeds, partOf } from '#tests/evm/history-parts.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import {
  contractOf,
  insertBlocks,
  insertHead,
  insertTokenRows,
  randomTokenRows,
  zeroAddress,
} from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { isFull, sample } from '#tests/support/tier.ts'
import { expectSides } from './expected-sides.ts'
import { expectSameLists, servicesOf, transferLists } from './transfer-lists.ts'

const chain = 1
const head = { latest: 1_000, finalized: 900 }
const quiet = { info: () => {}, warn: () => {} }
const clock = { now: () => 0, wait: async () => {} }
const running = () => new AbortController().signal

const turn = (store: Store<EvmTables>, setting: 'on' | 'off') =>
  keepFanout(store, chain, setting === 'on', quiet, running(), { clock, rowsAtOnce: 40 })

describe.each(dialects)('the lists of wallets and tokens on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('answer as the transfers do with every filter and page, of an index that had them turned on later', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 60)
    await insertTokenRows(store, randomTokenRows(0, 60, seeded(3)))
    const lists = sample(transferLists([walletOf(0), zeroAddress], [contractOf(0), contractOf(1)]), 40)
    await turn(store, 'on')
    expect(await readBuiltFrom(store.db, chain)).toBe(0)
    expect(await expectSides(store, chain)).toBeGreaterThan(500)
    expect(await expectSameLists(store, lists)).toBeGreaterThan(15 * lists.length)
  })

  test('are all that is read for them, and nothing of them while they are incomplete or turned off', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 60)
    await insertTokenRows(store, randomTokenRows(0, 60, seeded(4)))
    await insertHead(store, 60)
    const ofBoth = transferLists([walletOf(0)], [contractOf(0)])
    const ofSides = ofBoth.filter(
      ({ name, raw }) =>
        name !== 'erc20Approvals' &&
        // The burns of a token have an index of their own.
        !(name === 'erc20Burns' && 'contract_addresses' in raw) &&
        !('token_id' in raw) &&
        Object.keys(raw).some((key) => /address/.test(key) && !/exclude/.test(key)),
    )
    const lists = sample(ofSides, 16)
    const answers = async (keepsSides: boolean) => {
      const texts: string[] = []
      for (const { raw, ask } of lists) texts.push(JSON.stringify(await ask(servicesOf(store, keepsSides), raw)))
      return texts
    }
    const expected = await answers(false)
    await buildSides(store, chain, 50)
    expect(await readBuiltFrom(store.db, chain)).toBeGreaterThan(0)
    expect(await answers(true)).toEqual(expected)
    await turn(store, 'on')
    for (const table of ['evm_erc20_transfers', 'evm_nft_transfers'])
      await sql`delete from ${sql.table(table)}`.execute(store.db)
    expect(await answers(true)).toEqual(expected)
    await turn(store, 'off')
    expect(await answers(true)).not.toEqual(expected)
    expect(await answers(true)).toEqual(await answers(false))
  })

  test('follow reorgs, also while they are built', async () => {
    const seeds = { sqlite: isFull ? 4 : 1, postgres: isFull ? 2 : 1 }[dialect]
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seeded(seed * 101)
      const below = (bound: number): number => Math.floor(random() * bound)
      const blocks = new ForkChain(seed, 50)
      const store = await createStore()
      let now = 0
      const ticking = { now: () => (now += 2_000), wait: async () => {} }
      const follower = createFollower(blocks.reader(), createEvmIndex(store, chain, { from: 0 }), {
        ...{ start: 0, batch: { initialBlocks: 7, blocksMax: 16 }, clock: ticking },
      })
      const lists = transferLists([walletOf(1), zeroAddress], contractsIn(blocks.blocks).slice(0, 2))
      for (let fork = 0; fork < 4; fork++) {
        for (let step = 0; step < 40 && (await follower.step()).kind !== 'waiting'; step++) {
          if (fork > 0 && random() < 0.4) await buildSides(store, chain, 1 + below(30))
          await expectSides(store, chain)
        }
        blocks.fork(1 + below(20), 2 + below(20))
      }
      while ((await follower.step()).kind !== 'waiting');
      await turn(store, 'on')
      expect(await expectSides(store, chain)).toBeGreaterThan(20)
      const some = sample(
        lists.filter(() => random() < 0.4),
        16,
      )
      expect(await expectSameLists(store, some)).toBeGreaterThan(50)
    }
  })

  test('follow backfills of contracts, the blocks stored over them, and their corrections', async () => {
    const store = await createStore()
    const blocks = tokenBlocks(40, { first: 0 }, seeded(9))
    await turn(store, 'on')
    const contracts = contractsIn(blocks)
    for (const address of contracts) {
      await appendHistory(store, chain, partOf(blocks.slice(0, 30), address), noSpeeds)
      await expectSides(store, chain)
    }
    const before = await expectSides(store, chain)
    expect(before).toBeGreaterThan(50)
    // A log that was not read, and one that does not exist.
    const [address = '0x'] = contracts
    const part = partOf(blocks.slice(0, 30), address)
    const corrected = await correctHistory(store, chain, { ...part, logs: part.logs.slice(1), isWhole: true })
    expect(corrected).toBeGreaterThan(0)
    await expectSides(store, chain)
    await correctHistory(store, chain, { ...part, isWhole: true })
    expect(await expectSides(store, chain)).toBe(before)
    const index = createEvmRangeIndex(store, chain)
    await index.appendRange(blocks.slice(20), head)
    await expectSides(store, chain)
    await index.appendRange(blocks.slice(0, 20), head)
    await expectSides(store, chain)
    expect(
      await expectSameLists(store, sample(transferLists([walletOf(1)], contracts.slice(0, 2)), 20)),
    ).toBeGreaterThan(50)
  })

  test('follow contracts that turn out to be collections, blocks fetched again, and logs decoded again', async () => {
    const store = await createStore()
    await turn(store, 'on')
    const blocks = tokenBlocks(40, { first: 0 }, seeded(10))
    await createEvmIndex(store, chain, { from: 0 }).append(blocks, head)
    const coins = await store.db.selectFrom('evm_erc20_transfers').select('token_address').distinct().execute()
    const [coin] = coins
    const address: Hex = `0x${Buffer.from(coin?.token_address ?? []).toString('hex')}`
    await reclassifyContract(store, chain, address)
    await expectSides(store, chain)
    const held = await store.db
      .selectFrom('evm_erc20_sides')
      .select('role')
      .where('token_address', '=', toBytes(address))
      .execute()
    expect(held).toEqual([])
    const wrong = blocks.find(({ transactions }) => transactions.some(({ logs }) => logs.length > 1))
    if (!wrong) throw new Error('no block has logs')
    const transactions = wrong.transactions.map((one) => ({ ...one, logs: one.logs.slice(1) }))
    await replaceDoubtful(store, chain, { ...wrong, transactions })
    await expectSides(store, chain)
    await sql`update evm_nft_transfers set amount = '77' where block_number > 10`.execute(store.db)
    expect(await redecodeBlocks(store, chain, { first: 0, last: 39 })).toBeGreaterThan(0)
    expect(await expectSides(store, chain)).toBeGreaterThan(100)
  })

  test('are continued after a restart, deleted when turned off, and built again from nothing', async () => {
    const store = await createStore()
    await insertBlocks(store, 0, 80)
    await insertTokenRows(store, randomTokenRows(0, 80, seeded(5)))
    const stop = new AbortController()
    let steps = 0
    const stopping = { now: () => 0, wait: async () => void (++steps === 3 && stop.abort()) }
    await keepFanout(store, chain, true, quiet, stop.signal, { clock: stopping, rowsAtOnce: 10 })
    const builtFrom = await readBuiltFrom(store.db, chain)
    expect(builtFrom).toBeGreaterThan(0)
    expect(builtFrom).toBeLessThan(80)
    await turn(store, 'on')
    const all = await expectSides(store, chain)

    const waited: number[] = []
    let rowsWhileRead: unknown
    const waiting = {
      now: () => 0,
      wait: async (ms: number) => {
        if (ms > 0) rowsWhileRead = await store.db.selectFrom('evm_erc20_sides').select('role').execute()
        waited.push(ms)
      },
    }
    await keepFanout(store, chain, false, quiet, running(), { clock: waiting, rowsAtOnce: 100 })
    // A page that began to read them a moment ago still finds them.
    expect(waited[0]).toBe(60_000)
    expect(rowsWhileRead).not.toHaveLength(0)
    expect(waited.length).toBeGreaterThan(5)
    expect(await readBuiltFrom(store.db, chain)).toBeUndefined()
    expect(await expectSides(store, chain)).toBe(0)
    // Left from before: rows of a reorg that nobody wrote.
    const stale = { chain, block_number: 3, log_index: 99, transaction_index: 0, role: 0, value: '1' }
    const bytes = { block_hash: new Uint8Array(32), transaction_hash: new Uint8Array(32) }
    const address = toBytes(walletOf(0))
    await store.db
      .insertInto('evm_erc20_sides')
      .values({
        ...stale,
        ...bytes,
        role: 0,
        block_timestamp: 1,
        address,
        token_address: address,
        from_address: address,
        to_address: address,
      })
      .execute()
    await turn(store, 'on')
    expect(await expectSides(store, chain)).toBe(all)
  })
})

describe('ranges that several workers store on PostgreSQL', () => {
  const createStore = evmStores('postgres')

  test('are in the lists of wallets and tokens, also those stored while the lists are built', async () => {
    const store = await createStore()
    const blocks = tokenBlocks(60, { first: 0 }, seeded(11))
    const index = createEvmRangeIndex(store, chain, { isLeased: true })
    const parts = [blocks.slice(0, 20), blocks.slice(20, 40), blocks.slice(40)] as const
    await index.appendRange(parts[1], head)
    await Promise.all([turn(store, 'on'), index.appendRange(parts[2], head), index.appendRange(parts[0], head)])
    expect(await readBuiltFrom(store.db, chain)).toBe(0)
    expect(await expectSides(store, chain)).toBeGreaterThan(100)
    const lists = sample(transferLists([walletOf(1)], contractsIn(blocks).slice(0, 1)), 20)
    expect(await expectSameLists(store, lists)).toBeGreaterThan(50)
  })
})
