import { describe, expect, test } from 'vitest'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { demoLabels } from '#lib/demo/evm/labels.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { createKnownAddresses, type KnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { keepRatings } from '#lib/evm/token/ratings/keep-ratings.ts'
import { keepContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import type { Store } from '#lib/store/store.ts'
import { addTransfers, type Transfer } from '#tests/evm/nft/nft-lists-fixture.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { insertContract } from '#tests/evm/query/token-rows-fixture.ts'
import { contractNode, wordOf } from '#tests/evm/token-metadata/contract-node.ts'
import { dialects } from '#tests/store/test-stores.ts'

const chain = 1
const hour = 3_600_000
const none = createKnownAddresses({})

/** Runs the loop through so many looks, each `pollMs` of the passed-in clock after the other. */
const rate = async (
  store: Store<EvmTables>,
  sources: { pool?: NodePool; known?: KnownAddresses },
  at: { now: number },
  { looks = 2, chain: id = chain, walkedAtOnce }: { looks?: number; chain?: number; walkedAtOnce?: number } = {},
): Promise<void> => {
  const stop = new AbortController()
  let left = looks
  const clock = {
    now: () => at.now,
    wait: async (ms: number) => {
      at.now += ms
      left -= 1
      if (left === 0) stop.abort()
    },
  }
  const log = {
    warn: (facts: object, text: string) => {
      throw new Error(`${text} ${String(Reflect.get(facts, 'err'))}`)
    },
  }
  const options = { clock, now: () => at.now, firstAfterMs: 0, walkedAtOnce }
  await keepRatings(store, id, { known: none, ...sources }, { log, signal: stop.signal, options })
}

const ratingsOf = async (store: Store<EvmTables>) => {
  const rows = await store.db.selectFrom('evm_ratings').selectAll().execute()
  return new Map(
    rows.map(({ address, reasons, ...row }) => [
      toHex(address),
      { ...row, rules: (JSON.parse(reasons) as { rule: string }[]).map(({ rule }) => rule) },
    ]),
  )
}

const minted = (contract: Hex, count: number): Transfer[] =>
  Array.from({ length: count }, (_, index) => ({
    block: 10,
    log: index,
    batch: 0,
    standard: 721,
    contract,
    tokenId: String(index),
    from: `0x${'0'.repeat(40)}`,
    to: walletOf(index),
    amount: 1n,
  }))

const wholeIndex = async (store: Store<EvmTables>, head: number): Promise<void> => {
  const row = { followed_from: 0, final_block: 0, head_latest: head, head_finalized: 0, checked_at: 0, error: null }
  await store.db
    .insertInto('evm_chains')
    .values({ chain, ...row })
    .execute()
  await store.db.insertInto('evm_intervals').values({ chain, first_block: 0, last_block: 10 }).execute()
}

describe.each(dialects)('spam scores on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('a contract is rated when it appears, and again after an hour, a day, a week and every month', async () => {
    const store = await createStore()
    const at = { now: 1_000 * hour }
    await insertContract(store, walletOf(1), { kind: 'ERC20', name: 'Claim at gift.example', symbol: 'FREE' })
    await rate(store, {}, at)
    const first = (await ratingsOf(store)).get(walletOf(1))
    expect(first).toMatchObject({ score: 60, rules: ['words'], rated_at: 1_000 * hour })
    const gaps: number[] = []
    for (let round = 0; round < 4; round++) {
      const due = (await ratingsOf(store)).get(walletOf(1))
      gaps.push(((due?.due_at ?? 0) - (due?.rated_at ?? 0)) / hour)
      at.now = due?.due_at ?? 0
      await rate(store, {}, at)
    }
    expect(gaps).toEqual([1, 24, 7 * 24, 30 * 24])
  })

  test('a contract without a known name is rated again once it has one', async () => {
    const store = await createStore()
    const at = { now: 1_000 * hour }
    await insertContract(store, walletOf(1), { kind: 'ERC20' })
    await store.db.updateTable('evm_contracts').set({ ask_at: 0 }).execute()
    await rate(store, {}, at)
    expect((await ratingsOf(store)).get(walletOf(1))).toMatchObject({ score: 0, due_at: 1_000 * hour + 60_000 })
    await store.db.updateTable('evm_contracts').set({ ask_at: null, name: 'Visit https://a.example' }).execute()
    at.now = 1_000 * hour + 60_000
    await rate(store, {}, at)
    const rated = (await ratingsOf(store)).get(walletOf(1))
    expect(rated).toMatchObject({ score: 80, due_at: (rated?.rated_at ?? 0) + hour })
  })

  test("a copy of a trusted contract's name is spam, the original is not", async () => {
    const store = await createStore()
    await insertContract(store, walletOf(1), { kind: 'ERC721', name: 'Paper Lanterns', symbol: 'LANTERN' })
    await insertContract(store, walletOf(2), { kind: 'ERC721', name: 'Рaper Lanterns', symbol: 'LANTERNS' })
    await insertContract(store, walletOf(3), { kind: 'ERC20', name: 'USD  Coin', symbol: 'USDC' })
    const known = createKnownAddresses({ verified: [{ chain, address: walletOf(1), text: '' }] })
    await rate(store, { known }, { now: hour })
    const ratings = await ratingsOf(store)
    expect(ratings.get(walletOf(1))).toMatchObject({ score: 0, rules: [] })
    expect(ratings.get(walletOf(2))).toMatchObject({ score: 100, rules: ['look-alike', 'mixed-scripts'] })
    expect(ratings.get(walletOf(3))).toMatchObject({ score: 60, rules: ['look-alike'] })
  })

  test("owners and supply are compared with the contract if the index is complete and at the node's head", async () => {
    const [liar, honest] = [walletOf(900), walletOf(901)]
    const ownerCall = (id: number) => `0x6352211e${id.toString(16).padStart(64, '0')}`
    const answersOf = (owner: (id: number) => string, supply: number) => ({
      ...Object.fromEntries(Array.from({ length: 30 }, (_, id) => [ownerCall(id), { result: owner(id) }])),
      '0x18160ddd': { result: wordOf(supply) },
    })
    const padded = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
    const { pool } = contractNode({
      [liar]: answersOf(() => padded(walletOf(77)), 1_000),
      [honest]: answersOf((id) => padded(walletOf(id)), 30),
    })
    const fill = async (head: number) => {
      const store = await createStore()
      await addTransfers(
        store,
        [],
        [...minted(liar, 30), ...minted(honest, 30).map((one) => ({ ...one, log: one.log + 30 }))],
        10,
      )
      for (const address of [liar, honest]) await insertContract(store, address, { kind: 'ERC721', name: 'Things' })
      await wholeIndex(store, head)
      await rate(store, { pool }, { now: hour })
      return await ratingsOf(store)
    }
    const ratings = await fill(10)
    expect(ratings.get(liar)).toMatchObject({ score: 95, rules: ['other-owners', 'other-supply'] })
    expect(ratings.get(honest)).toMatchObject({ score: 0 })
    expect((await fill(10_000)).get(liar)).toMatchObject({ score: 0 })
  })

  test('contracts are rated even if a node is down', async () => {
    const store = await createStore()
    const node = contractNode({})
    node.isUp = false
    await insertContract(store, walletOf(1), { kind: 'ERC721', name: 'Visit https://a.example' })
    await rate(store, { pool: node.pool }, { now: hour })
    expect((await ratingsOf(store)).get(walletOf(1))).toMatchObject({ score: 80 })
  })

  test('more contracts than one run handles all get their turn', async () => {
    const store = await createStore()
    const rows = Array.from({ length: 210 }, (_, index) => ({
      chain,
      address: toBytes(walletOf(index)),
      kind: null,
      name: null,
      symbol: null,
      decimals: null,
      ask_at: null,
      failures: 0,
      note: null,
    }))
    await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'evm_contracts', rows))
    await rate(store, {}, { now: hour }, { looks: 15, walkedAtOnce: 200 })
    const ratings = [...(await ratingsOf(store)).values()]
    expect(ratings).toHaveLength(210)
    expect(ratings.filter(({ rated_at }) => rated_at > 0)).toHaveLength(210)
  })
})

test('in the demo ledger, exactly the spam is rated as spam', async () => {
  const store = await evmStores('sqlite')()
  const pool = createPool([demoEvmTransport()])
  const id = Number(await pool.call('eth_chainId', []))
  const last = Number(await pool.call('eth_blockNumber', []))
  const blocks = await createEvmReader(pool, { finalityBlocks: 0, checkBloom: true }).blocks(0, last)
  await createEvmIndex(store, id, { from: 0 }).append(blocks, { latest: last, finalized: last })
  const stop = new AbortController()
  const pause = async () => stop.abort()
  const log = { info: () => {}, warn: () => {} }
  await keepContractMetadata(store, id, pool, {
    log,
    signal: stop.signal,
    options: { clock: { now: () => 0, wait: pause } },
  })
  await rate(store, { pool }, { now: hour }, { chain: id })
  const names = new Map(demoLabels.map(({ address, name }) => [address, name]))
  const ratings = [...(await ratingsOf(store))].map(([address, { score, rules }]) => ({
    name: names.get(address) ?? address,
    isSpam: score >= 50,
    rules,
  }))
  expect(ratings.length).toBeGreaterThan(5)
  expect(ratings.filter(({ isSpam }) => isSpam)).toEqual([
    expect.objectContaining({ name: 'Free Claim (spam)', rules: expect.arrayContaining(['words']) }),
  ])
  expect(ratings.filter(({ isSpam, rules }) => !isSpam && rules.length > 0)).toEqual([])
})
