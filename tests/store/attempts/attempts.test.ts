import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openFirstAttempts } from '#lib/store/attempts/attempts.ts'
import { type AttemptTables, readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'

describe.each(dialects)('attempts at work that crashes the worker, on %s', (dialect) => {
  const stores = testStores(dialect)
  const kind = 'nft-metadata'

  /** Opening it again without closing it is what happens when the worker was killed. */
  const start = async () => {
    const store = await stores.createMigratedStore<unknown>(storeMigrations)
    const clock = { ms: 1_000_000 }
    const open = async (options = {}) => {
      const worker = await openFirstAttempts(store, { now: () => clock.ms, ...options })
      return { worker, attempts: worker.of(1, kind) }
    }
    return { store, clock, open }
  }
  const same = (key: string): string => key

  test('after a hang or a crash, each item that was running is retried alone, and forgotten when it finishes', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.attempts.start(['a', 'b', 'c'])
    await first.attempts.finish(['c'])

    const { attempts } = await open({ previousEnd: 'crashed' })
    expect((await readCrashedItems(store, clock.ms)).map(({ key, attempts }) => [key, attempts]).sort()).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(attempts.select(['a', 'b', 'c', 'd'], same).run).toEqual(['c', 'd'])
    clock.ms += 10_000
    expect(attempts.select(['a', 'b', 'd'], same).run).toEqual(['a'])
    await attempts.start(['a'])
    expect(attempts.select(['b', 'd'], same).run).toEqual(['d'])
    await attempts.start(['d'])
    await attempts.finish(['a', 'd'])
    clock.ms += 10_000
    expect(attempts.select(['a', 'b'], same).run).toEqual(['b'])
    await attempts.finish(['b'])
    expect(await readCrashedItems(store, clock.ms)).toEqual([])
  })

  test('an item that crashes the worker three times is skipped with a reason, and others are not', async () => {
    const { store, clock, open } = await start()
    for (const other of ['b', 'c', 'd']) {
      const { attempts } = await open({ previousEnd: 'hung' })
      clock.ms += 100_000
      const { run } = attempts.select(['a', other], same)
      await attempts.start(run)
      await attempts.start([other])
    }
    const { attempts } = await open({ previousEnd: 'hung' })
    clock.ms += 100_000
    expect(attempts.select(['a', 'e'], same)).toEqual({ run: ['e'], setAside: ['a'] })
    const [worst, ...others] = await readCrashedItems(store, clock.ms)
    expect(worst).toMatchObject({ chain: 1, kind, key: 'a', attempts: 3, retryAt: null })
    expect(worst?.reason).toBe('The worker stopped responding while this was running.')
    expect(others.map(({ key, attempts }) => [key, attempts]).sort()).toEqual([
      ['b', 1],
      ['c', 0],
      ['d', 0],
    ])
  })

  test('kills from outside skip nothing, however much runs at the time', async () => {
    const { store, clock, open } = await start()
    const items = ['a', 'b', 'c', 'd', 'e', 'f']
    const chance = createChance(1)
    for (let kill = 0; kill < 48; kill++) {
      const { attempts } = await open()
      const killedAt = clock.ms + chance.integer(0, 10_000)
      for (;;) {
        const { run } = attempts.select(items, same)
        await attempts.start(run)
        clock.ms += 250
        if (clock.ms >= killedAt) break
        await attempts.finish(run)
      }
    }
    await open()
    expect((await readCrashedItems(store, clock.ms)).filter(({ retryAt }) => retryAt === null)).toEqual([])
  })

  test('kills right after each result skip nothing', async () => {
    const { store, clock, open } = await start()
    const items = Array.from({ length: 40 }, (_, index) => `item ${index}`)
    const stored = new Set<string>()
    const chance = createChance(1)
    const first = await open()
    await first.attempts.start(items)
    for (let kill = 0; stored.size < items.length; kill++) {
      expect(kill).toBeLessThan(200)
      const { attempts } = await open()
      let killedAt = Number.POSITIVE_INFINITY
      while (clock.ms < killedAt && stored.size < items.length) {
        const { run } = attempts.select(
          items.filter((item) => !stored.has(item)),
          same,
        )
        await attempts.start(run)
        clock.ms += run.length > 0 ? 50 : 250
        if (clock.ms >= killedAt) break
        await store.db.transaction().execute((transaction) => attempts.finishIn(transaction, run))
        for (const item of run) stored.add(item)
        if (run.length > 0) killedAt = Math.min(killedAt, clock.ms + chance.integer(0, 300))
        if (clock.ms >= killedAt) break
        await attempts.finish(run)
      }
    }
    await open()
    expect((await readCrashedItems(store, clock.ms)).filter(({ retryAt }) => retryAt === null)).toEqual([])
  })

  test('an item with a committed result is not blamed, one with a rolled back result is', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.attempts.start(['a', 'b'])
    const second = await open({ previousEnd: 'crashed' })
    clock.ms += 10_000
    expect(second.attempts.select(['a', 'b'], same).run).toEqual(['a'])
    await second.attempts.start(['a'])
    await store.db.transaction().execute((transaction) => second.attempts.finishIn(transaction, ['a']))
    await open({ previousEnd: 'crashed' })
    expect((await readCrashedItems(store, clock.ms)).map(({ key }) => key)).toEqual(['b'])

    const third = await open()
    clock.ms += 10_000
    expect(third.attempts.select(['b'], same).run).toEqual(['b'])
    await third.attempts.start(['b'])
    const rolledBack = store.db.transaction().execute(async (transaction) => {
      await third.attempts.finishIn(transaction, ['b'])
      throw new Error('the disk is full')
    })
    await expect(rolledBack).rejects.toThrow('the disk is full')
    await open()
    expect(await readCrashedItems(store, clock.ms)).toMatchObject([{ key: 'b', attempts: 2 }])
  })

  test('the end of a worker does not count against a retry that waits, and no other item is retried meanwhile', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.attempts.start(['a', 'b'])
    const { attempts } = await open({ previousEnd: 'crashed' })
    clock.ms += 10_000
    expect(attempts.select(['a', 'b'], same).run).toEqual(['a'])
    await attempts.start(['a'])
    await attempts.pause(['a'])
    expect(attempts.select(['b', 'c'], same).run).toEqual(['c'])
    await open()
    expect((await readCrashedItems(store, clock.ms)).map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  test('an item that crashes the worker for an unknown reason is skipped after three attempts alone', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.attempts.start(['a', 'b', 'c'])
    const counts: number[] = []
    for (let retry = 1; retry <= 3; retry++) {
      const { attempts } = await open()
      clock.ms += 100_000
      const others = ['b', 'c', 'd', 'e'].filter((key) => attempts.crashed().some((item) => item.key === key))
      for (const key of others) await attempts.finish([key])
      const { run } = attempts.select(['a', 'd', 'e'], same)
      expect(run).toEqual(['a'])
      await attempts.start(run)
      counts.push((await readCrashedItems(store, clock.ms)).find(({ key }) => key === 'a')?.attempts ?? -1)
    }
    const { attempts } = await open()
    expect(counts).toEqual([0, 1, 2])
    clock.ms += 1_000_000
    expect(attempts.select(['a', 'd'], same)).toEqual({ run: ['d'], setAside: ['a'] })
  })

  test('a clean stop blames nothing, and the operator can retry everything', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.attempts.start(['a'])
    await first.worker.close()
    const second = await open()
    expect(await readCrashedItems(store, clock.ms)).toEqual([])
    await second.attempts.start(['a'])
    await open()
    expect(await readCrashedItems(store, clock.ms)).toHaveLength(1)
    await open({ retryAll: true })
    expect(await readCrashedItems(store, clock.ms)).toEqual([])
  })

  test('last attempts are followed by a pause, so that kills from outside rarely hit one', async () => {
    const { clock, open } = await start()
    for (let end = 0; end < 2; end++) {
      const { attempts } = await open({ previousEnd: end > 0 ? 'crashed' : undefined })
      for (const key of ['a', 'b']) await attempts.start([key])
    }
    const { attempts } = await open({ previousEnd: 'crashed' })
    expect(attempts.crashed().map(({ attempts }) => attempts)).toEqual([2, 2])
    clock.ms += 60_000
    expect(attempts.select(['a', 'b'], same).run).toEqual(['a'])
    await attempts.start(['a'])
    clock.ms += 1_000
    await attempts.finish(['a'])
    clock.ms += 20_000
    expect(attempts.select(['b'], same).run).toEqual([])
    clock.ms += 10_000
    expect(attempts.select(['b'], same).run).toEqual(['b'])
  })

  test('an item that nobody ran for an hour after its retry was due is forgotten: it ended just before the worker', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.attempts.start(['a', 'b'])
    const { attempts } = await open({ previousEnd: 'crashed' })
    clock.ms += 59 * 60_000
    expect(attempts.select(['b'], same).run).toEqual(['b'])
    await attempts.finish(['b'])
    expect((await readCrashedItems(store, clock.ms)).map(({ key }) => key)).toEqual(['a'])
    clock.ms += 60_000 + 6_000
    expect(attempts.crashedCount).toBe(0)
    expect(attempts.select(['a', 'c'], same).run).toEqual(['a', 'c'])
    expect(await readCrashedItems(store, clock.ms)).toEqual([])
  })

  test('what is set aside stays so', async () => {
    const { store, clock, open } = await start()
    for (let end = 0; end < 3; end++) {
      const { attempts } = await open({ previousEnd: 'crashed' })
      await attempts.start(['a'])
    }
    await open({ previousEnd: 'crashed' })
    clock.ms += 365 * 24 * 60 * 60_000
    const { attempts } = await open()
    expect(attempts.select(['a', 'b'], same)).toEqual({ run: ['b'], setAside: ['a'] })
    expect(await readCrashedItems(store, clock.ms)).toMatchObject([{ key: 'a', attempts: 3 }])
  })

  test.each([1, 2, 3])(
    'the table has what runs and what waits, whatever starts and ends at the same time (%i)',
    async (seed) => {
      const { store, open } = await start()
      const old = Array.from({ length: 4 }, (_, index) => `old ${index}`)
      const first = await open()
      await first.attempts.start(old)
      const { attempts } = await open({ previousEnd: 'crashed' })
      const keys = [...old, ...Array.from({ length: 8 }, (_, index) => `new ${index}`)]
      const running = new Set<string>()
      const waiting = new Set(old)
      const chance = createChance(seed)
      const pending: Promise<void>[] = []
      for (let change = 0; change < 400; change++) {
        const key = keys[chance.integer(0, keys.length - 1)] ?? ''
        const act = chance.integer(0, 3)
        if (act < 2) running.add(key)
        else running.delete(key)
        if (act === 3) waiting.delete(key)
        pending.push(attempts[(['start', 'start', 'leave', 'finish'] as const)[act] ?? 'leave']([key]))
        // Some begin while another write is under way.
        if (chance.happens(0.5)) await nextTurn()
      }
      // Nothing of it was written in between.
      pending.push(attempts.finish(['old 0']), attempts.start(['old 0']), attempts.leave(['old 0']))
      running.delete('old 0')
      waiting.delete('old 0')
      await Promise.all(pending)
      const rows = await store.withTables<AttemptTables>().db.selectFrom('work_attempt').selectAll().execute()
      const keysOf = (list: typeof rows) => list.map(({ key }) => key).sort()
      expect(keysOf(rows.filter(({ started_at }) => started_at !== null))).toEqual([...running].sort())
      expect(keysOf(rows.filter(({ crashed_at }) => crashed_at !== null))).toEqual([...waiting].sort())
      expect(rows.length).toBe(running.union(waiting).size)
    },
  )

  test('what could not be written while the database was away is written with the next change', async () => {
    const { store, open } = await start()
    const { attempts } = await open()
    await attempts.start(['a', 'b'])
    await sql`alter table work_attempt rename to away`.execute(store.db)
    await expect(attempts.start(['c'])).rejects.toThrow()
    await attempts.finish(['a'])
    await sql`alter table away rename to work_attempt`.execute(store.db)
    await attempts.start(['d'])
    const rows = await store.withTables<AttemptTables>().db.selectFrom('work_attempt').select('key').execute()
    expect(rows.map(({ key }) => key).sort()).toEqual(['b', 'd'])
  })

  test('a retry that could not start lets the others go first', async () => {
    const { clock, open } = await start()
    const first = await open()
    await first.attempts.start(['a', 'b'])
    const { attempts } = await open()
    clock.ms += 10_000
    expect(attempts.select(['a', 'b'], same).run).toEqual(['a'])
    await attempts.start(['a'])
    await attempts.leave(['a'])
    expect(attempts.select(['b'], same).run).toEqual(['b'])
  })
})
