import { describe, expect, test } from 'vitest'
import type { Hex } from '#lib/base/hex.ts'
import { countingStore } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { readFlags } from '#tests/evm/query/read-flags.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { pairsOf, sample } from '#tests/support/tier.ts'
import {
  addTransfers,
  contractOf,
  holdingLine,
  holdingsOf,
  inListOrder,
  nftLists,
  randomTransfers,
  shownLine,
  type Transfer,
  walkPages,
  wantAllDocuments,
  zeroAddress,
} from './nft-lists-fixture.ts'

const ofContract = (transfers: readonly Transfer[], contract: Hex): string[] =>
  inListOrder(holdingsOf(transfers).filter((one) => one.contract === contract)).map(holdingLine)
const ofWallet = (transfers: readonly Transfer[], owner: Hex): string[] =>
  inListOrder(holdingsOf(transfers).filter((one) => one.owner === owner)).map(holdingLine)

describe.each(dialects)('a walk over owners on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('pages add up to the whole list in order, for every contract and wallet', async () => {
    const store = await createStore()
    const all = await addTransfers(store, [], randomTransfers(seeded(1), { first: 1, last: 80 }), 80)
    const { owners, wallet } = nftLists(store)
    for (const contract of [0, 1, 2, 3].map(contractOf)) {
      const pages = await walkPages((raw) => owners(contract, raw), { limit: 4, disable_total: false })
      const expected = ofContract(all, contract)
      expect(expected.length).toBeGreaterThan(4)
      expect(pages.flatMap(({ result }) => result.map(shownLine))).toEqual(expected)
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1))
      expect(pages.every(({ total, page_size }) => total === expected.length && page_size === 4)).toBe(true)
    }
    for (const owner of [0, 1, 2, 3, 4, 5].map(walletOf)) {
      const pages = await walkPages((raw) => wallet(owner, raw), { limit: 3 })
      expect(pages.flatMap(({ result }) => result.map(shownLine))).toEqual(ofWallet(all, owner))
      expect(pages.every(({ total }) => total === null)).toBe(true)
    }
  })

  test.each([2, 3, 4, 5])('blocks that arrive between pages change nothing (seed %i)', async (seed) => {
    const walks = pairsOf(['contract', 'wallet'] as const, [0, 1, 2])
    for (const [subject, index] of sample(walks, 2, (walk) => `${seed} ${walk}`)) {
      const store = await createStore()
      const random = seeded(seed * 10 + index)
      let newest = 40
      let all = await addTransfers(store, [], randomTransfers(random, { first: 1, last: newest }), newest)
      const arrive = async () => {
        const next = randomTransfers(random, { first: newest + 1, last: newest + 3 }, all)
        newest += 3
        all = await addTransfers(store, all, next, newest)
      }
      const { owners, wallet } = nftLists(store)
      const expected = subject === 'contract' ? ofContract(all, contractOf(index)) : ofWallet(all, walletOf(index))
      const ask = (raw: Record<string, unknown>) =>
        subject === 'contract' ? owners(contractOf(index), raw) : wallet(walletOf(index), raw)
      const pages = await walkPages(ask, { limit: 2, disable_total: false }, arrive)
      expect(pages.flatMap(({ result }) => result.map(shownLine))).toEqual(expected)
      expect(newest).toBeGreaterThan(40)
      expect(pages.at(-1)?.total).toBe(expected.length)
    }
  })

  test('returns tokens of the chosen contracts only, while blocks arrive', async () => {
    const store = await createStore()
    const random = seeded(9)
    let newest = 60
    let all = await addTransfers(store, [], randomTransfers(random, { first: 1, last: newest }), newest)
    const chosen = [contractOf(0), contractOf(1)]
    const expected = ofWallet(all, walletOf(1)).filter((line) => chosen.some((one) => line.startsWith(one)))
    const { wallet } = nftLists(store)
    const pages = await walkPages(
      (raw) => wallet(walletOf(1), raw),
      { limit: 2, token_addresses: chosen },
      async () => {
        const next = randomTransfers(random, { first: newest + 1, last: newest + 2 }, all)
        newest += 2
        all = await addTransfers(store, all, next, newest)
      },
    )
    expect(expected.length).toBeGreaterThan(2)
    expect(pages.flatMap(({ result }) => result.map(shownLine))).toEqual(expected)
  })

  const batchOf = (count: number, of: (index: number) => Partial<Transfer>): Transfer[] =>
    Array.from({ length: count }, (_, index) => ({
      block: 1,
      log: index,
      batch: 0,
      standard: 1155,
      contract: contractOf(1),
      tokenId: '7',
      from: zeroAddress,
      to: walletOf(index),
      amount: 1n,
      ...of(index),
    }))

  test('includes both sides of an ERC1155 transfer, the higher owner first', async () => {
    const store = await createStore()
    const [a, b] = [walletOf(1), walletOf(2)]
    const mint = batchOf(1, () => ({ to: a, amount: 10n }))
    await addTransfers(store, [], [...mint, ...batchOf(1, () => ({ block: 2, from: a, to: b, amount: 3n }))], 2)
    const pages = await walkPages((raw) => nftLists(store).owners(contractOf(1), raw), { limit: 1 })
    const shown = pages.map(({ result }) => result.map(({ owner_of, amount }) => `${owner_of}/${amount}`))
    expect(shown).toEqual([[`${a}/7`], [`${b}/3`]].sort((x, y) => (`${x}` < `${y}` ? 1 : -1)))
  })

  test('keeps the place of an owner whose token moves constantly among others', async () => {
    const store = await createStore()
    const quiet = walletOf(100)
    const before = [
      ...batchOf(1, () => ({ to: quiet, amount: 5n })),
      ...batchOf(3, (index) => ({ block: 2, to: walletOf(1), tokenId: String(index + 20) })),
      ...batchOf(1_100, (index) => ({ block: 3, to: walletOf(index % 2), amount: 2n })),
    ]
    let all = await addTransfers(store, [], before, 3)
    const expected = ofContract(all, contractOf(1))
    const pages = await walkPages(
      (raw) => nftLists(store).owners(contractOf(1), raw),
      { limit: 2 },
      async (shown) => {
        if (shown.length > 1) return
        all = await addTransfers(
          store,
          all,
          batchOf(1, () => ({ block: 4, from: quiet, to: walletOf(3), amount: 4n })),
          4,
        )
      },
    )
    expect(pages.flatMap(({ result }) => result.map(shownLine))).toEqual(expected)
    expect(expected.at(-1)).toContain(`${quiet}/5/1`)
  })

  test('uses only ERC1155 transfers for a contract of both standards', async () => {
    const store = await createStore()
    const [a, b] = [walletOf(1), walletOf(2)]
    const before = [
      ...batchOf(2, (index) => ({ to: [a, b][index] ?? a, amount: 5n })),
      ...batchOf(1, () => ({ block: 2, standard: 721, from: b, to: a })),
    ]
    const all = await addTransfers(store, [], before, 2)
    const { owners } = nftLists(store)
    const whole = await owners(contractOf(1))
    const first = await owners(contractOf(1), { limit: 1 })
    await addTransfers(
      store,
      all,
      batchOf(1, () => ({ block: 3, from: a, to: b, amount: 2n })),
      3,
    )
    const second = await owners(contractOf(1), { cursor: first.cursor })
    expect(whole.result.map(shownLine)).toEqual([b, a].map((owner) => `${contractOf(1)}/7/${owner}/5/1`))
    expect([...first.result, ...second.result]).toEqual(whole.result)
  })

  test('is told to start again when too much has changed', async () => {
    const store = await createStore()
    const all = await addTransfers(
      store,
      [],
      batchOf(5, () => ({})),
      1,
    )
    const { owners } = nftLists(store)
    const { cursor } = await owners(contractOf(1), { limit: 2 })
    const later = await addTransfers(
      store,
      all,
      batchOf(5_000, () => ({ block: 2, to: walletOf(9) })),
      2,
    )
    expect((await owners(contractOf(1), { cursor })).result).toHaveLength(2)
    await addTransfers(
      store,
      later,
      batchOf(1, () => ({ block: 3 })),
      3,
    )
    await expect(owners(contractOf(1), { cursor })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ name: 'cursor' }],
    })
  })

  test('takes three statements for a page, and for a later page four without changes or five with few', async () => {
    const store = await createStore()
    const all = await addTransfers(store, [], randomTransfers(seeded(3), { first: 1, last: 60 }), 60)
    await wantAllDocuments(store)
    const counted = countingStore(store)
    const { owners, wallet } = nftLists(counted.store)
    await readFlags(counted.store, [0, 1, 2, 3].map(contractOf))
    const costOf = async (ask: () => Promise<{ cursor: string | null }>) => {
      const before = counted.statements()
      const { cursor } = await ask()
      return { cursor, cost: counted.statements() - before }
    }
    const asks = [
      (raw: Record<string, unknown>) => owners(contractOf(0), raw),
      (raw: Record<string, unknown>) => wallet(walletOf(0), raw),
    ]
    const cursors: (string | null)[] = []
    for (const ask of asks) {
      const first = await costOf(() => ask({ limit: 2 }))
      expect(first.cost).toBe(3)
      const second = await costOf(() => ask({ cursor: first.cursor }))
      expect(second.cost).toBe(4)
      cursors.push(first.cursor)
    }
    await addTransfers(store, all, randomTransfers(seeded(4), { first: 61, last: 66 }, all), 66)
    await wantAllDocuments(store)
    for (const [index, ask] of asks.entries())
      expect((await costOf(() => ask({ cursor: cursors[index] }))).cost).toBe(5)
  })
})
