import { describe, expect, test } from 'vitest'
import { createJobs, type JobsOptions } from '#lib/store/jobs.ts'
import type { JobTables } from '#lib/store/jobs-table.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { dialects, testStores } from './test-stores.ts'

describe.each(dialects)('the job queue on %s', (dialect) => {
  const stores = testStores(dialect)
  const start = async (options: JobsOptions = {}) => {
    const store = await stores.createMigratedStore<JobTables>(storeMigrations)
    const clock = { ms: 1_000_000 }
    return { store, clock, jobs: createJobs(store, { now: () => clock.ms, leaseMs: 1_000, ...options }) }
  }
  const job = (key: string, priority = 0) => ({ kind: 'index', key, priority, payload: `about ${key}` })

  test('queues a key once, even while it runs, and again once it is done', async () => {
    const { jobs } = await start()
    expect([await jobs.enqueue(job('a')), await jobs.enqueue(job('a'))]).toEqual([true, true])
    const claimed = await jobs.claim('index')
    expect(claimed).toMatchObject({ key: 'a', payload: 'about a' })
    await jobs.enqueue(job('a'))
    expect(await jobs.claim('index')).toBeUndefined()
    expect(claimed && (await jobs.finish(claimed))).toBe(true)
    expect(await jobs.find('index', ['a'])).toEqual([])
    await jobs.enqueue(job('a'))
    expect(await jobs.claim('index')).toMatchObject({ key: 'a' })
  })

  test('refuses new keys of a full kind, without affecting its queued keys or other kinds', async () => {
    const { jobs } = await start({ queuedMax: 2 })
    const accepted = await jobs.enqueueAll([job('a'), job('b'), job('c'), job('a')])
    expect(accepted.map(({ key }) => key)).toEqual(['a', 'b', 'a'])
    expect(await jobs.enqueue({ kind: 'other', key: 'c' })).toBe(true)
  })

  test('serves higher priorities first, and equal ones by waiting time', async () => {
    const { jobs, clock } = await start()
    await jobs.enqueueAll([job('a'), job('b')])
    clock.ms += 1
    await jobs.enqueue(job('c', 5))
    const order: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      const claimed = await jobs.claim('index')
      if (!claimed) break
      order.push(claimed.key)
      clock.ms += 1
      if (claimed.key === 'c') await jobs.finish(claimed)
      else await jobs.release(claimed)
    }
    expect(order).toEqual(['c', 'a', 'b', 'a', 'b', 'a'])
  })

  test("reclaims a dead worker's job after its lease, which the dead worker can no longer finish", async () => {
    const { jobs, clock } = await start()
    await jobs.enqueue(job('a'))
    const lost = await jobs.claim('index')
    clock.ms += 900
    expect(lost && (await jobs.extend(lost))).toBe(true)
    clock.ms += 900
    expect(await jobs.claim('index')).toBeUndefined()
    clock.ms += 100
    const taken = await jobs.claim('index')
    expect(taken).toMatchObject({ key: 'a' })
    if (!lost || !taken) throw new Error('not claimed')
    expect([await jobs.extend(lost), await jobs.finish(lost), await jobs.release(lost)]).toEqual([false, false, false])
    expect(await jobs.finish(taken)).toBe(true)
  })

  test('delays and counts failures until a run succeeds', async () => {
    const { jobs, clock } = await start()
    await jobs.enqueue(job('a'))
    for (const attempts of [0, 1]) {
      const claimed = await jobs.claim('index')
      expect(claimed).toMatchObject({ attempts })
      if (claimed) await jobs.fail(claimed, { error: 'The node is down.', retryInMs: 500 })
      expect(await jobs.hasWaiting('index')).toBe(false)
      expect(await jobs.claim('index')).toBeUndefined()
      clock.ms += 500
    }
    expect(await jobs.find('index', ['a', 'b'])).toEqual([
      { key: 'a', attempts: 2, error: 'The node is down.', isRunning: false },
    ])
    const claimed = await jobs.claim('index')
    if (claimed) await jobs.release(claimed)
    expect(await jobs.claim('index')).toMatchObject({ attempts: 0 })
  })

  test('gives concurrent workers different jobs', async () => {
    const { jobs } = await start()
    const keys = Array.from({ length: 20 }, (_, index) => `job ${index}`)
    await jobs.enqueueAll(keys.map((key) => job(key)))
    const claimed = await Promise.all(keys.map(() => jobs.claim('index')))
    const got = claimed.flatMap((one) => (one ? [one.key] : []))
    expect(new Set(got).size).toBe(got.length)
    expect(got.length).toBeGreaterThan(0)
    if (dialect === 'sqlite') expect(got).toHaveLength(20)
  })
})
