import { describe, expect, test } from 'vitest'
import { toBytes } from '#lib/base/bytes.ts'
import type { StoredInternalCall } from '#lib/evm/chain/decode/stored-internal-calls.ts'
import { createInternalCallsCache, type InternalCallsCacheOptions } from '#lib/evm/query/caches/internal-calls-cache.ts'
import { chainId, evmServices, head } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'

const blocks = randomBlocks(40, { first: 0 }, seeded(41))
const transactions = blocks.flatMap(({ number, hash, transactions }) =>
  transactions.map((transaction) => ({
    chain: chainId,
    block_number: number,
    transaction_index: transaction.index,
    hash: toBytes(transaction.hash),
    block_hash: toBytes(hash),
  })),
)
const hour = 3_600_000

const callsOf = (index: number, inputBytes = 1_000): StoredInternalCall[] => [
  {
    ...{ type: 'CALL', from: walletOf(index), to: walletOf(0), value: '0', gas: '1', gas_used: '1' },
    ...{ input: `0x${'00'.repeat(inputBytes)}`, output: '0x' },
  },
]

describe.each(dialects)('cached internal calls on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async (options: InternalCallsCacheOptions = {}) => {
    const store = await createStore()
    await evmServices(store).index.append(blocks, head)
    const cache = createInternalCallsCache(store, options)
    const keep = async (first: number, last: number) => {
      for (const [offset, transaction] of transactions.slice(first, last).entries())
        cache.keep(transaction, callsOf(first + offset))
      await cache.settled()
    }
    return { store, cache, keep }
  }

  test('are returned unchanged, only for the transactions of their block', async () => {
    const { cache, keep } = await filled()
    await keep(0, 30)
    const kept = await cache.read(transactions.slice(0, 60))
    expect([...kept.values()]).toEqual(Array.from({ length: 30 }, (_, index) => callsOf(index)))
    const sizes = await cache.sizes(transactions.slice(0, 60))
    expect([...sizes.keys()].sort()).toEqual([...kept.keys()].sort())
    const forked = transactions.slice(0, 30).map((place) => ({ ...place, block_hash: toBytes(hashOf('fork')) }))
    expect([(await cache.read(forked)).size, (await cache.sizes(forked)).size]).toEqual([0, 0])
    expect((await cache.read([])).size).toBe(0)
  })

  test('stay within their size limit, keeping the most recently read', async () => {
    let now = hour * 1_000
    // Of 2,400 bytes each: 20 of them.
    const { store, cache, keep } = await filled({ bytesMax: 48_000, now: () => now })
    await keep(0, 15)
    now += 2 * hour
    await cache.sizes(transactions.slice(0, 3))
    await cache.settled()
    now += 2 * hour
    await keep(15, 25)
    const { sum, count } = await store.db
      .selectFrom('evm_internal_calls')
      .select(({ fn }) => [fn.sum('size_bytes').as('sum'), fn.countAll().as('count')])
      .executeTakeFirstOrThrow()
    expect(Number(sum)).toBeLessThanOrEqual(48_000)
    expect(Number(count)).toBeGreaterThan(10)
    const kept = await cache.sizes(transactions.slice(0, 40))
    const isKept = (index: number) => kept.has(hashText(index))
    expect([0, 1, 2, 24].every(isKept)).toBe(true)
    expect([3, 4].some(isKept)).toBe(false)

    // Another process counts what is there already.
    const other = createInternalCallsCache(store, { bytesMax: 48_000, now: () => now })
    for (const place of transactions.slice(40, 50)) other.keep(place, callsOf(1))
    await other.settled()
    const after = await store.db.selectFrom('evm_internal_calls').select('size_bytes').execute()
    expect(after.reduce((bytes, { size_bytes }) => bytes + size_bytes, 0)).toBeLessThanOrEqual(48_000)
  })

  test('of a transaction over a quarter of the limit are not cached', async () => {
    const { cache } = await filled({ bytesMax: 48_000 })
    const [place] = transactions
    if (place) cache.keep(place, callsOf(0, 10_000))
    await cache.settled()
    expect((await cache.sizes(transactions.slice(0, 1))).size).toBe(0)
  })

  test('that cannot be written do not fail the response', async () => {
    const failures: unknown[] = []
    const { store, cache, keep } = await filled({ onFailure: (error) => failures.push(error) })
    await store.db.schema.dropTable('evm_internal_calls').execute()
    await keep(0, 3)
    expect(failures).toHaveLength(3)
    await expect(cache.sizes(transactions.slice(0, 1))).rejects.toThrow()
  })
})

const hashText = (index: number): string => `0x${Buffer.from(transactions[index]?.hash ?? []).toString('hex')}`
