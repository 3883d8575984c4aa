import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLimits, type Limits, type Taken } from '#lib/http/limits.ts'
import { rateLimitMigrations } from '#lib/store/own-tables/rate-limit-table.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate, sharedQuery } from '#lib/store/store.ts'
import { testStores } from '#tests/store/test-stores.ts'

const limit = 400
const address = '203.0.113.7'
const remainingIn = ({ headers }: Taken): number => Number(headers['x-rate-limit-remaining'])

describe('limits that several processes count on PostgreSQL', () => {
  const { createStore } = testStores('postgres')

  /** Processes with one budget, and the statements that they have sent. */
  const start = async (processes: number, windowSeconds = 120) => {
    const store = await createStore()
    await migrate(store, storeMigrations, rateLimitMigrations)
    const query = sharedQuery(store)
    if (query === undefined) throw new Error('PostgreSQL shares its counters')
    const sent = { statements: 0 }
    const shared: typeof query = (statement) => {
      sent.statements += 1
      return query(statement)
    }
    const perSecond = limit / windowSeconds
    const createProcess = (): Limits =>
      createLimits({
        ...{ keyPerSecond: perSecond, anonymousPerSecond: perSecond, windowSeconds },
        ...{ shared, sharedWithinMs: 60_000, secret: Buffer.alloc(32, 7) },
      })
    return { sent, processes: Array.from({ length: processes }, createProcess) }
  }

  /** Requests one after the other, each to the process that `turn` chooses. */
  const request = async (processes: Limits[], count: number, turn: (index: number) => number): Promise<Taken[]> => {
    const takes: Taken[] = []
    for (let index = 0; index < count; index++) {
      const process = processes[turn(index) % processes.length]
      if (process) takes.push(await process.takeForVisitor(address))
    }
    return takes
  }

  test('admit exactly the limit from two processes, then refuse', async () => {
    const { processes } = await start(2)
    const takes = await request(processes, limit + 50, (index) => index)
    expect(takes.filter(({ refused }) => refused === undefined)).toHaveLength(limit)
    expect(takes.findIndex(({ refused }) => refused !== undefined)).toBe(limit)
    expect(takes.at(-1)?.refused?.code).toBe('rate_limited')
  })

  test('never admit more than the limit, however many requests are concurrent', async () => {
    const { processes } = await start(3)
    const rounds = Array.from({ length: 6 }, () =>
      processes.flatMap((process) => Array.from({ length: 40 }, () => process)),
    )
    let admitted = 0
    for (const round of rounds) {
      const takes = await Promise.all(round.map((process) => process.takeForVisitor(address)))
      admitted += takes.filter(({ refused }) => refused === undefined).length
    }
    expect(admitted).toBe(limit)
  })

  test('never say that more requests are left than no process has admitted', async () => {
    const { processes } = await start(2)
    // Bursts on one process, then on the other one, whose leases are old by then.
    vi.useFakeTimers({ toFake: ['Date'] })
    const takes: Taken[] = []
    for (let burst = 0; burst < 30; burst++) {
      takes.push(...(await request(processes, burst % 2 === 0 ? 25 : 5, () => burst)))
      vi.advanceTimersByTime(300)
    }
    vi.useRealTimers()
    const overstated = takes.flatMap((taken, index) => {
      const left = Math.max(0, limit - index - 1)
      return remainingIn(taken) > left ? [{ left, said: remainingIn(taken) }] : []
    })
    expect(overstated).toEqual([])
  })

  test('write a fraction of the requests in the first half of a budget, and each one in the second', async () => {
    const { sent, processes } = await start(1)
    await request(processes, limit / 2, () => 0)
    expect(sent.statements).toBeLessThan(limit / 2 / 8)
    sent.statements = 0
    await request(processes, limit / 4, () => 0)
    expect(sent.statements).toBeGreaterThan((limit / 4) * 0.8)
  })

  test('count the first requests of a caller exactly', async () => {
    const { processes } = await start(2)
    const takes = await request(processes, 4, (index) => index)
    expect(takes.map(remainingIn)).toEqual([399, 398, 397, 396])
  })

  test('begin a new window without the leases of the last one', async () => {
    const { processes } = await start(1, 1)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = await request(processes, 10, () => 0)
    expect(first.every(({ refused }) => refused === undefined)).toBe(true)
    vi.advanceTimersByTime(1_001)
    const [next] = await request(processes, 1, () => 0)
    expect(next && remainingIn(next)).toBe(limit - 1)
  })
})
