import { describe, expect, test } from 'vitest'
import { evmApi } from '#lib/evm/interface-api.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { addTransfers, contractOf, memoryBackfill, nftLists, randomTransfers } from './nft-lists-fixture.ts'

describe.each(dialects)("a wallet's NFTs on %s", (dialect) => {
  const createStore = evmStores(dialect)
  const transfers = randomTransfers(seeded(12), { first: 1, last: 40 })

  test("records have the API's fields, types and order", async () => {
    const store = await createStore()
    await addTransfers(store, [], transfers, 40)
    const { wallet, owners } = nftLists(store)
    const example = evmApi.walletNfts.example.output
    const rendered = { normalizeMetadata: true, media_items: true, format: 'hex' }
    for (const page of [await wallet(walletOf(2), rendered), await owners(contractOf(1), rendered)]) {
      expect(page.result.length).toBeGreaterThan(2)
      expect(() => evmApi.walletNfts.output.parse(page)).not.toThrow()
      expect(Object.keys(page)).toEqual(Object.keys(example))
      for (const one of page.result) expect(Object.keys(one)).toEqual(Object.keys(example.result[0] ?? {}))
      expect(page.result.every(({ token_id }) => /^0x[0-9a-f]+$/.test(token_id))).toBe(true)
    }
  })

  test('filtered contracts that are not indexed are queued, and the list is SYNCING until they are', async () => {
    const store = await createStore()
    await addTransfers(store, [], transfers, 40)
    const histories = memoryBackfill(false)
    const { wallet } = nftLists(store, histories)
    const chosen = [contractOf(0), contractOf(1)].toSorted()
    const page = await wallet(walletOf(1), { token_addresses: chosen })
    expect(page.status).toBe('SYNCING')
    expect(page.result.length).toBeGreaterThan(0)
    expect(page.result.every(({ token_address }) => chosen.some((one) => one === token_address))).toBe(true)
    expect(histories.requested).toEqual(chosen)
    histories.isAllSynced = true
    expect((await wallet(walletOf(1), { token_addresses: chosen })).status).toBe('SYNCED')
  })

  test('without a contract filter, the list is SYNCED only if the whole chain is indexed, and queues nothing', async () => {
    const store = await createStore()
    await addTransfers(store, [], transfers, 40)
    const histories = memoryBackfill(false)
    const { wallet } = nftLists(store, histories)
    expect((await wallet(walletOf(1))).status).toBe('SYNCING')
    histories.isAllSynced = true
    expect((await wallet(walletOf(1))).status).toBe('SYNCED')
    expect(histories.requested).toEqual([])
  })

  test('a cursor is valid only for its own list', async () => {
    const store = await createStore()
    await addTransfers(store, [], transfers, 40)
    const { wallet, owners } = nftLists(store)
    const { cursor } = await wallet(walletOf(1), { limit: 1 })
    const others = [
      () => wallet(walletOf(2), { cursor }),
      () => wallet(walletOf(1), { cursor, exclude_spam: true }),
      () => wallet(walletOf(1), { cursor, token_addresses: [contractOf(0)] }),
      () => owners(walletOf(1), { cursor }),
    ]
    for (const other of others)
      await expect(other()).rejects.toMatchObject({ code: 'invalid_request', details: [{ name: 'cursor' }] })
    expect((await wallet(walletOf(1), { cursor, format: 'hex' })).page).toBe(2)
  })
})
