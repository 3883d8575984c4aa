import { describe, expect, test } from 'vitest'
import { evmApi } from '#lib/evm/interface-api.ts'
import { countingStore } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { readFlags } from '#tests/evm/query/read-flags.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import {
  addTransfers,
  contractOf,
  holdingsOf,
  memoryBackfill,
  nftLists,
  randomTransfers,
  type Transfer,
  tokenHashOf,
  walkPages,
  wantAllDocuments,
  zeroAddress,
} from './nft-lists-fixture.ts'

const mints = (standard: Transfer['standard'], tokenIds: readonly string[], block = 1): Transfer[] =>
  tokenIds.map((tokenId, log) => ({
    block,
    log,
    batch: 0,
    standard,
    contract: contractOf(standard === 1155 ? 1 : standard === 0 ? 2 : 0),
    tokenId,
    from: zeroAddress,
    to: walletOf(1),
    amount: 1n,
  }))
const numbers = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => String(index + from))

describe.each(dialects)("a contract's NFTs on %s", (dialect) => {
  const createStore = evmStores(dialect)

  test('every existing token is listed once, highest hash first, with its amount', async () => {
    const store = await createStore()
    const all = await addTransfers(store, [], randomTransfers(seeded(5), { first: 1, last: 90, tokens: 30 }), 90)
    const { tokens } = nftLists(store)
    for (const contract of [0, 1, 2, 3].map(contractOf)) {
      const held = Map.groupBy(
        holdingsOf(all).filter((one) => one.contract === contract),
        ({ tokenId }) => tokenId,
      )
      const expected = [...held].map(([tokenId, holders]) => ({
        token_id: tokenId,
        token_hash: tokenHashOf(contract, tokenId),
        amount: String(holders.reduce((sum, { amount }) => sum + amount, 0n)),
        owner_of: holders.length === 1 ? holders[0]?.owner : null,
      }))
      expected.sort((a, b) => (a.token_hash < b.token_hash ? 1 : -1))
      const pages = await walkPages((raw) => tokens(contract, raw), { limit: 5, disable_total: false })
      const shown = pages.flatMap(({ result }) => result)
      expect(expected.length).toBeGreaterThan(5)
      expect(
        shown.map(({ token_id, token_hash, amount, owner_of }) => ({ token_id, token_hash, amount, owner_of })),
      ).toEqual(expected)
      expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index))
      expect(pages.every(({ total, page_size }) => total === expected.length && page_size === 5)).toBe(true)
    }
  })

  test.each([1, 2, 3, 7, 100, 2 ** 40])(
    '%i ranges together are the whole list, each token once',
    async (totalRanges) => {
      const store = await createStore()
      await addTransfers(store, [], mints(721, numbers(150)), 1)
      const { tokens } = nftLists(store)
      const whole = (await walkPages((raw) => tokens(contractOf(0), raw), {})).flatMap(({ result }) => result)
      expect(whole).toHaveLength(150)
      // Of ranges without end, those that hold a token and their neighbours.
      const rangeOf = (hash: string) => Number((BigInt(`0x${hash}`) * BigInt(totalRanges)) / 2n ** 128n) + 1
      const near = whole.flatMap(({ token_hash }) => [-1, 0, 1].map((step) => rangeOf(token_hash) + step))
      const ranges = totalRanges <= 100 ? Array.from({ length: totalRanges }, (_, index) => index + 1) : near
      const asked = [...new Set(ranges)].filter((range) => range >= 1 && range <= totalRanges).sort((a, b) => b - a)
      const shown = []
      for (const range of asked)
        for (const { result } of await walkPages((raw) => tokens(contractOf(0), raw), {
          totalRanges,
          range,
          limit: 20,
        }))
          shown.push(...result)
      expect(shown).toEqual(whole)
    },
  )

  test('the bounds of a range belong to exactly one of two neighbours, at the maximum number of ranges', async () => {
    const store = await createStore()
    const totalRanges = Number.MAX_SAFE_INTEGER
    await addTransfers(store, [], mints(721, ['1']), 1)
    const { tokens } = nftLists(store)
    const hash = BigInt(`0x${tokenHashOf(contractOf(0), '1')}`)
    const range = Number((hash * BigInt(totalRanges)) / 2n ** 128n) + 1
    const found = []
    for (const one of [range - 1, range, range + 1])
      found.push((await tokens(contractOf(0), { totalRanges, range: one })).result.length)
    expect(found).toEqual([0, 1, 0])
  })

  test('a range without its number, or beyond the last, is refused by name', async () => {
    const { tokens } = nftLists(await createStore())
    const faults = [
      { raw: { range: 1 }, name: 'totalRanges' },
      { raw: { totalRanges: 3 }, name: 'range' },
      { raw: { totalRanges: 3, range: 4 }, name: 'range' },
    ]
    for (const { raw, name } of faults)
      await expect(tokens(contractOf(0), raw)).rejects.toMatchObject({ code: 'invalid_request', details: [{ name }] })
  })

  test('tokens minted during a walk are not on its later pages, burned ones are left out', async () => {
    const store = await createStore()
    const before = await addTransfers(store, [], mints(721, numbers(30)), 1)
    const { tokens } = nftLists(store)
    const whole = (await tokens(contractOf(0))).result.map(({ token_id }) => token_id)
    const burnedId = whole.at(-1) ?? ''
    const pages = await walkPages(
      (raw) => tokens(contractOf(0), raw),
      { limit: 10, disable_total: false },
      async ([, second]) => {
        if (second) return
        const burn = mints(721, [burnedId], 3).map((one) => ({ ...one, from: walletOf(1), to: zeroAddress }))
        await addTransfers(store, before, [...mints(721, numbers(30, 100), 2), ...burn], 3)
      },
    )
    expect(pages.flatMap(({ result }) => result.map(({ token_id }) => token_id))).toEqual(whole.slice(0, -1))
    expect(pages.map(({ total }) => total)).toEqual([30, 30, 29])
    expect((await tokens(contractOf(0))).result).toHaveLength(59)
  })

  test("records have the API's fields, types and order, with ids in hex on request", async () => {
    const store = await createStore()
    const all = [...mints(721, ['255']), ...mints(1155, ['7'], 2), ...mints(0, ['9'], 3)]
    await addTransfers(store, [], all, 3)
    const name = { name: 'Lanterns', symbol: 'LNT', decimals: null, ask_at: null, failures: 0, note: null }
    await store.db
      .insertInto('evm_contracts')
      .values({ chain: 1, address: Buffer.from(contractOf(0).slice(2), 'hex'), kind: 'ERC721', ...name })
      .execute()
    const { tokens } = nftLists(store)
    const page = await tokens(contractOf(0), { normalizeMetadata: true, media_items: true, format: 'hex' })
    expect(() => evmApi.contractNfts.output.parse(page)).not.toThrow()
    const example = evmApi.contractNfts.example.output
    expect(Object.keys(page)).toEqual(Object.keys(example))
    expect(Object.keys(page.result[0] ?? {})).toEqual(Object.keys(example.result[0] ?? {}))
    expect(page.result[0]).toMatchObject({
      token_id: '0xff',
      owner_of: walletOf(1),
      minter_address: walletOf(1),
      block_number: '1',
      block_number_minted: '1',
      amount: '1',
      contract_type: 'ERC721',
      name: 'Lanterns',
      symbol: 'LNT',
    })
    expect((await tokens(contractOf(1))).result[0]).toMatchObject({ contract_type: 'ERC1155', name: null })
    const older = (await tokens(contractOf(2))).result[0]
    expect(older).toMatchObject({ contract_type: null, token_id: '9' })
    expect(older).not.toHaveProperty('media')
    expect(older).not.toHaveProperty('normalized_metadata')
  })

  test('a token with more sent than received has no amount', async () => {
    const store = await createStore()
    const [mint] = mints(1155, ['1'])
    if (!mint) throw new Error('no mint')
    await addTransfers(store, [], [{ ...mint, from: walletOf(1), to: zeroAddress, amount: 5n }], 1)
    const page = await nftLists(store).tokens(contractOf(1))
    expect(() => evmApi.contractNfts.output.parse(page)).not.toThrow()
    expect(page.result).toMatchObject([{ amount: null, owner_of: null, minter_address: null }])
  })

  test('a contract that is not indexed is answered at once and queued, even if queueing fails', async () => {
    const store = await createStore()
    await addTransfers(store, [], mints(721, ['1']), 1)
    const histories = memoryBackfill(false)
    const lists = nftLists(store, histories)
    expect(await lists.tokens(contractOf(0))).toMatchObject({ status: 'SYNCING', result: [{ token_id: '1' }] })
    expect(await lists.owners(contractOf(0))).toMatchObject({ status: 'SYNCING', result: [{ token_id: '1' }] })
    expect(await lists.owners(contractOf(9))).toMatchObject({ status: 'SYNCING', result: [], cursor: null })
    expect(histories.requested).toEqual([contractOf(0), contractOf(0), contractOf(9)])
    histories.isAllSynced = true
    expect(await lists.tokens(contractOf(0))).toMatchObject({ status: 'SYNCED' })
    expect(await lists.owners(contractOf(0))).toMatchObject({ status: 'SYNCED' })
    expect(histories.requested).toHaveLength(5)

    const broken = { request: () => Promise.reject(new Error('the queue is full')) }
    expect(await nftLists(store, broken).tokens(contractOf(0))).toMatchObject({ status: 'SYNCING' })
  })

  test('a page is one statement, the sizes of its documents another, they a third, its total a fourth', async () => {
    const store = await createStore()
    await addTransfers(store, [], mints(1155, numbers(20)), 1)
    await wantAllDocuments(store)
    const counted = countingStore(store)
    const { tokens } = nftLists(counted.store)
    await readFlags(counted.store, [contractOf(1)])
    const before = counted.statements()
    const first = await tokens(contractOf(1), { limit: 5 })
    expect(counted.statements() - before).toBe(3)
    await tokens(contractOf(1), { cursor: first.cursor })
    expect(counted.statements() - before).toBe(6)
    await tokens(contractOf(1), { limit: 5, disable_total: false })
    expect(counted.statements() - before).toBe(10)
  })
})
