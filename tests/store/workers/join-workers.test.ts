import { afterEach, describe, expect, test } from 'vitest'
import { openAttempts } from '#lib/store/attempts/attempts.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import type { WorkerTables } from '#lib/store/attempts/worker-tables.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import {
  createSilentWorkers,
  type JoinedWorker,
  type JoinOptions,
  joinWorkers,
  type Work,
} from '#lib/store/workers/join-workers.ts'
import { isKnownDead, thisHost } from '#lib/store/workers/register.ts'
import { testStores } from '#tests/store/test-stores.ts'
import { untilAborted } from '#tests/support/until-aborted.ts'

/** Nobody is taken for dead, however busy the machine is. */
const quick = { silentMs: 600_000, heartbeatEveryMs: 40 }
const patiently = { timeout: 60_000, interval: 20 }

describe('several workers of one PostgreSQL database', () => {
  const stores = testStores('postgres')
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  const setUp = async () => {
    const store = await stores.createMigratedStore<WorkerTables>(storeMigrations)
    const doing: string[] = []
    const join = async (
      name: string,
      options: JoinOptions = {},
    ): Promise<{ member: JoinedWorker; stop(): Promise<void> }> => {
      const stopped = new AbortController()
      const member = await joinWorkers(store.withTables<unknown>(), stopped.signal, {
        ...quick,
        host: name,
        ...options,
      })
      for (const piece of ['a', 'b', 'c']) void member.add(piece, workOf(name, piece, doing)).catch(() => {})
      const stop = async () => {
        if (stopped.signal.aborted) return
        stopped.abort()
        await member.close()
      }
      stops.push(stop)
      return { member, stop }
    }
    return { store, doing, join }
  }

  /** What each piece is done by; it fails if two do the same. */
  const workOf =
    (worker: string, piece: string, doing: string[]): Work =>
    async (signal, attempts) => {
      const own = attempts.of(1, piece)
      if (doing.some((one) => one.endsWith(` ${piece}`))) doing.push(`TWICE ${piece}`)
      doing.push(`${worker} ${piece}`)
      await own.start([`${piece} of ${worker}`])
      await untilAborted(signal)
      await own.finish([`${piece} of ${worker}`])
      doing.splice(doing.indexOf(`${worker} ${piece}`), 1)
    }

  test('share its work, and take over that of one that stops', async () => {
    const { doing, join } = await setUp()
    const first = await join('first')
    await expect.poll(() => doing.toSorted(), patiently).toEqual(['first a', 'first b', 'first c'])
    await join('second')
    await expect.poll(() => doing.toSorted(), patiently).toEqual(['first a', 'first b', 'second c'])
    await first.stop()
    await expect.poll(() => doing.toSorted(), patiently).toEqual(['second a', 'second b', 'second c'])
  })

  test('take over the work of one that is silent: only what it ran is retried on its own, and it may not write any more', async () => {
    const { store, doing, join } = await setUp()
    const evicted: string[] = []
    const { member: dead } = await join('dead', { heartbeatEveryMs: 60_000, onEvicted: () => evicted.push('dead') })
    await expect.poll(() => doing.toSorted(), patiently).toEqual(['dead a', 'dead b', 'dead c'])
    const attempts = await openAttempts(store, { worker: dead.id })
    doing.splice(0)
    const noted: string[] = []
    const onCrashed: JoinOptions['onCrashed'] = (items) => noted.push(...items.map(({ key }) => key))
    await join('living', { silentMs: 300, heartbeatEveryMs: 100, onCrashed })
    await expect.poll(() => doing.toSorted(), patiently).toEqual(['living a', 'living b', 'living c'])
    expect((await readCrashedItems(store)).map(({ key }) => key).sort()).toEqual([
      'a of dead',
      'b of dead',
      'c of dead',
    ])
    expect(noted.sort()).toEqual(['a of dead', 'b of dead', 'c of dead'])
    const late = store.db
      .transaction()
      .execute(async (transaction) => attempts.of(1, 'a').finishIn(transaction, ['a of dead']))
    await expect(late).rejects.toThrow('Other workers have taken over the work of this one.')
  })

  test('end at once where one is stopped while its work begins', async () => {
    const { doing, join } = await setUp()
    const { stop } = await join('first')
    await expect.poll(() => doing.length, { ...patiently, interval: 0 }).toBeGreaterThan(0)
    await stop()
    expect(doing).toEqual([])
  })

  test('do not evict one that sends heartbeats', async () => {
    const { store, doing, join } = await setUp()
    await join('first')
    await join('second')
    const heartbeats = async () => {
      const workers = await store.db.selectFrom('worker').select('heartbeat').orderBy('id').execute()
      return workers.map(({ heartbeat }) => heartbeat)
    }
    const [first = 0, second = 0] = await heartbeats()
    const later = [first, second].map((heartbeat) => expect.toSatisfy((now: number) => now > heartbeat + 10))
    await expect.poll(heartbeats, patiently).toEqual(later)
    expect(doing.filter((one) => one.startsWith('TWICE'))).toEqual([])
  })
})

test('a worker of this machine whose process is gone is taken over at once', async () => {
  const gone = { host: thisHost(), pid: 2 ** 22 + 1 }
  expect(isKnownDead(gone, thisHost())).toBe(true)
  expect(isKnownDead({ ...gone, pid: process.ppid }, thisHost())).toBe(false)
  expect(isKnownDead(gone, 'another machine')).toBe(false)
})

test('nobody is silent for the time in which the one who looks could not', () => {
  const silent = createSilentWorkers(10_000, 1_000)
  const workers = [{ id: 'a', heartbeat: 1 }]
  for (let ms = 0; ms < 10_000; ms += 1_000) expect(silent(workers, ms)).toEqual([])
  expect(silent(workers, 30_000)).toEqual([])
  for (let ms = 31_000; ms < 40_000; ms += 1_000) expect(silent(workers, ms)).toEqual([])
  expect(silent(workers, 40_000)).toEqual(['a'])
})

describe('a SQLite file', () => {
  const stores = testStores('sqlite')
  test('has one worker: a second one ends with the reason, and the next one starts when the first has ended', async () => {
    const store = await stores.createMigratedStore<unknown>(storeMigrations)
    const { signal } = new AbortController()
    const first = await joinWorkers(store, signal)
    await expect(joinWorkers(store, signal)).rejects.toThrow(
      'SQLite serves one worker: stop the other one, or use PostgreSQL for several.',
    )
    await first.close()
    await (await joinWorkers(store, signal)).close()
  }, 20_000)
})
