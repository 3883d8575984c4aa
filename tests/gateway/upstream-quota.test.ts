import { describe, expect, test } from 'vitest'
import { createUpstreamQuota } from '#lib/gateway/upstream-quota.ts'
import { dailyUse, storeMigrations } from '#lib/store/own-tables/settings.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'

const noon = Date.UTC(2026, 10, 22, 12)

describe.each(dialects)('the daily limit of hosted calls on %s', (dialect) => {
  const { createMigratedStore } = testStores(dialect)
  const start = async (perDay: number | undefined) => {
    const store = await createMigratedStore(storeMigrations)
    let at = noon
    const quotaOf = () => createUpstreamQuota({ perDay, store: dailyUse(store, 'calls'), now: () => at })
    return { quotaOf, wait: (ms: number) => (at += ms) }
  }
  const takeAll = async (quota: ReturnType<typeof createUpstreamQuota>, calls: number): Promise<number> => {
    const taken = await Promise.allSettled(Array.from({ length: calls }, () => quota.take()))
    return taken.filter(({ status }) => status === 'fulfilled').length
  }

  test('is shared among processes, survives a restart, and resets at midnight UTC', async () => {
    const { quotaOf, wait } = await start(1_000)
    const [one, other] = [quotaOf(), quotaOf()]
    const taken = await Promise.all([takeAll(one, 700), takeAll(other, 700)])
    expect(taken[0] + taken[1]).toBe(1_000)
    const restarted = quotaOf()
    await expect(restarted.take()).rejects.toMatchObject({
      code: 'not_available',
      retryAfterSeconds: 12 * 3_600,
      message: expect.stringContaining('resets at 00:00 UTC'),
    })
    expect(await restarted.use()).toEqual({ used: 1_000, perDay: 1_000, resetsAt: new Date(noon + 12 * 3_600_000) })
    wait(12 * 3_600_000)
    await restarted.take()
    expect((await restarted.use())?.used).toBe(1)
  })

  test('gets back reserved calls that a process did not use', async () => {
    const { quotaOf } = await start(1_000)
    const quota = quotaOf()
    await quota.take()
    await quota.close()
    expect((await quotaOf().use())?.used).toBe(1)
  })

  test('is exact for small limits', async () => {
    const { quotaOf } = await start(3)
    expect(await takeAll(quotaOf(), 10)).toBe(3)
  })

  test('is unlimited unless set', async () => {
    const { quotaOf } = await start(undefined)
    expect(await takeAll(quotaOf(), 10)).toBe(10)
    expect(await quotaOf().use()).toBeUndefined()
  })
})
