import { describe, expect, test } from 'vitest'
import { createAttemptLimits } from '#lib/account/flow-actions.ts'
import { createLimits } from '#lib/http/limits.ts'
import { createNewContractQuota } from '#lib/http/new-contract-quota.ts'
import { rateLimitMigrations } from '#lib/store/own-tables/rate-limit-table.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { sharedQuery } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'

const secret = Buffer.alloc(32, 7)

describe('limits over PostgreSQL', () => {
  const { createMigratedStore } = testStores('postgres')
  const start = async () => {
    const store = await createMigratedStore(storeMigrations, rateLimitMigrations)
    const limitsOf = (visitorCells?: number) =>
      createLimits({
        keyPerSecond: 1,
        anonymousPerSecond: 0.5,
        // Long enough for a slow machine.
        windowSeconds: 60,
        sharedWithinMs: 60_000,
        shared: sharedQuery(store),
        secret,
        visitorCells,
      })
    return { store, limitsOf }
  }
  const admitted = async (takes: Promise<{ refused?: unknown }>[]): Promise<number> =>
    (await Promise.all(takes)).filter(({ refused }) => refused === undefined).length

  test('are shared among processes, for visitors and for keys', async () => {
    const { limitsOf } = await start()
    const processes = [limitsOf(), limitsOf()]
    const fromBoth = (take: (limits: (typeof processes)[number]) => Promise<{ refused?: unknown }>) =>
      admitted(Array.from({ length: 40 }, () => processes.map(take)).flat())
    expect(await fromBoth((limits) => limits.takeForVisitor('203.0.113.7'))).toBe(30)
    expect(await fromBoth((limits) => limits.takeForKey({ id: 'k1' }))).toBe(60)
    expect(await processes[0]?.takeForVisitor('203.0.113.8')).not.toHaveProperty('refused')
  })

  test('of attempts to sign in are shared among processes', async () => {
    const { store } = await start()
    const limitOf = () =>
      createAttemptLimits({ shared: sharedQuery(store), secret, sharedWithinMs: 60_000 })('start', 5)
    const processes = [limitOf(), limitOf()]
    const takes = Array.from({ length: 10 }, () => processes.map((take) => take('203.0.113.7'))).flat()
    const settled = await Promise.allSettled(takes)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(processes[1]?.('203.0.113.7')).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(processes[0]?.('203.0.113.8')).resolves.toBeUndefined()
  })

  test('of new contracts are shared among processes, for visitors and for keys', async () => {
    const { store } = await start()
    const quotaOf = () =>
      createNewContractQuota({
        ...{ visitorPerHour: 5, keyPerHour: 7, sharedWithinMs: 60_000 },
        ...{ shared: sharedQuery(store), secret },
      })
    const processes = [quotaOf(), quotaOf()]
    const visitor = { id: '203.0.113.7', hasKey: false }
    const takenOf = async (requester: typeof visitor): Promise<number> => {
      const takes = Array.from({ length: 10 }, () => processes.map((quota) => quota.take(requester))).flat()
      return (await Promise.all(takes)).filter((used) => used !== undefined).length
    }
    expect(await takenOf(visitor)).toBe(5)
    expect(await takenOf({ id: 'k1', hasKey: true })).toBe(7)
    const other = { id: '203.0.113.8', hasKey: false }
    expect(await processes[0]?.take(other)).toBe(1)
    await processes[1]?.giveBack(other)
    expect(await processes[1]?.take(other)).toBe(1)
  })

  test('need bounded rows, however many addresses are used', async () => {
    const { store, limitsOf } = await start()
    const limits = limitsOf(16)
    await Promise.all(
      Array.from({ length: 200 }, (_, network) => limits.takeForVisitor(`2001:db8:0:${network.toString(16)}::1`)),
    )
    const rows = await store
      .withTables<{ rate_limit: { key: string } }>()
      .db.selectFrom('rate_limit')
      .selectAll()
      .execute()
    expect(rows.length).toBeLessThanOrEqual(16)
  })

  test('fall back to the process while the database is unavailable', async () => {
    const limits = createLimits({
      keyPerSecond: 10,
      anonymousPerSecond: 0.5,
      windowSeconds: 60,
      shared: async () => {
        throw new Error('the database is gone')
      },
      secret,
    })
    expect(await admitted(Array.from({ length: 40 }, () => limits.takeForVisitor('203.0.113.7')))).toBe(30)
  })
})

describe('limits over SQLite', () => {
  const { createStore } = testStores('sqlite')
  test('stay in memory', async () => {
    expect(sharedQuery(await createStore())).toBeUndefined()
  })
})
