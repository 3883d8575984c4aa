import { expect, test } from 'vitest'
import { countBlocks, mergeRanges, subtractRanges } from '#lib/indexing/intervals.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { rangeLeases } from '#lib/store/workers/range-leases.ts'
import { type RegisterTables, registerWorker, unregisterWorker } from '#lib/store/workers/register.ts'
import { createChance } from '#tests/indexing/random.ts'
import { testStores } from '#tests/store/test-stores.ts'

const stores = testStores('postgres')

const setUp = async (count: number) => {
  const store = await stores.createMigratedStore<WorkerTables>(storeMigrations)
  const { db } = store.withTables<RegisterTables>()
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { id } = await registerWorker(db, { now: Date.now, host: `machine ${index}` })
      return id
    }),
  )
  return { db, ids, leases: ids.map((id) => rangeLeases(store.db, 'eth', id)) }
}

test('workers that lease at the same time never have the same blocks, and together get all of them', async () => {
  const { leases } = await setUp(4)
  const [leader] = leases
  const backlog = [
    { first: 7, last: 12_345 },
    { first: 20_001, last: 20_010 },
    { first: 30_000, last: 44_999 },
  ]
  await leader?.open(backlog)
  const chance = createChance(3)
  let done: { first: number; last: number }[] = []
  let held = 0
  await Promise.all(
    leases.map(async ({ take, release, offered }) => {
      for (;;) {
        const left = subtractRanges(await offered(), done)
        if (left.length === 0) return
        const range = await take(left, chance.integer(1, 4_000))
        if (!range) continue
        // What was stored between looking and leasing is not stored again.
        const own = subtractRanges([range], done)
        held = Math.max(held, countBlocks([range]))
        await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 5)))
        expect(countBlocks(subtractRanges(own, done))).toBe(countBlocks(own))
        done = mergeRanges([...done, ...own])
        await release()
      }
    }),
  )
  expect(done).toEqual(backlog)
  expect(held).toBeGreaterThan(500)
  expect(await leader?.areTaken()).toBe(false)
})

test('nothing can be leased once the leader has closed, nor by an evicted worker', async () => {
  const { db, ids, leases } = await setUp(2)
  const [leader, other] = leases
  const backlog = [{ first: 0, last: 9_999 }]
  expect(await other?.take(backlog, 1_000)).toBeUndefined()
  await leader?.open(backlog)
  expect(await other?.take(backlog, 1_000)).toEqual({ first: 0, last: 999 })
  await leader?.close()
  expect(await leader?.take(backlog, 1_000)).toBeUndefined()
  expect(await leader?.areTaken()).toBe(true)
  await leader?.open(backlog)
  await unregisterWorker(db, String(ids[1]))
  expect(await leader?.areTaken()).toBe(false)
  expect(await other?.take(backlog, 1_000)).toBeUndefined()
  expect(await leader?.isAlone()).toBe(true)
})
