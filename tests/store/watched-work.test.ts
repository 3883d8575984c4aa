import { describe, expect, test } from 'vitest'
import { readSuspects } from '#lib/store/jobs/suspects.ts'
import { openWatchedWork } from '#lib/store/jobs/watched-work.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects, testStores } from './test-stores.ts'

describe.each(dialects)('work that crashes the worker, on %s', (dialect) => {
  const stores = testStores(dialect)
  const kind = 'nft-metadata'

  /** Opening it again without closing it is what happens when the worker was killed. */
  const start = async () => {
    const store = await stores.createMigratedStore<unknown>(storeMigrations)
    const clock = { ms: 1_000_000 }
    const open = async (options = {}) => {
      const work = await openWatchedWork(store, { now: () => clock.ms, ...options })
      return { work, lane: work.lane(1, kind) }
    }
    return { store, clock, open }
  }
  const same = (key: string): string => key

  test('all running items are suspects after a hang or crash, run alone, and are cleared when they finish', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.lane.begin(['a', 'b', 'c'])
    await first.lane.end(['c'])

    const { lane } = await open({ previousEnd: 'crashed' })
    expect((await readSuspects(store)).map(({ key, times }) => [key, times]).sort()).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(lane.admit(['a', 'b', 'c', 'd'], same).run).toEqual(['c', 'd'])
    clock.ms += 10_000
    expect(lane.admit(['a', 'b', 'd'], same).run).toEqual(['a'])
    await lane.begin(['a'])
    expect(lane.admit(['b', 'd'], same).run).toEqual(['d'])
    await lane.begin(['d'])
    await lane.end(['a', 'd'])
    clock.ms += 10_000
    expect(lane.admit(['a', 'b'], same).run).toEqual(['b'])
    await lane.end(['b'])
    expect(await readSuspects(store)).toEqual([])
  })

  test('an item that crashes the worker three times is skipped with a reason, and others are not', async () => {
    const { store, clock, open } = await start()
    for (const other of ['b', 'c', 'd']) {
      const { lane } = await open({ previousEnd: 'hung' })
      clock.ms += 100_000
      const { run } = lane.admit(['a', other], same)
      await lane.begin(run)
      await lane.begin([other])
    }
    const { lane } = await open({ previousEnd: 'hung' })
    clock.ms += 100_000
    expect(lane.admit(['a', 'e'], same)).toEqual({ run: ['e'], setAside: ['a'] })
    const [worst, ...others] = await readSuspects(store)
    expect(worst).toMatchObject({ chain: 1, kind, key: 'a', times: 3, retryAt: null })
    expect(worst?.reason).toBe('The worker stopped responding while this was running.')
    expect(others.map(({ key, times }) => [key, times]).sort()).toEqual([
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
      const { lane } = await open()
      const killedAt = clock.ms + chance.integer(0, 10_000)
      for (;;) {
        const { run } = lane.admit(items, same)
        await lane.begin(run)
        clock.ms += 250
        if (clock.ms >= killedAt) break
        await lane.end(run)
      }
    }
    await open()
    expect((await readSuspects(store)).filter(({ retryAt }) => retryAt === null)).toEqual([])
  })

  test('kills right after each result skip nothing', async () => {
    const { store, clock, open } = await start()
    const items = Array.from({ length: 40 }, (_, index) => `item ${index}`)
    const stored = new Set<string>()
    const chance = createChance(1)
    const first = await open()
    await first.lane.begin(items)
    for (let kill = 0; stored.size < items.length; kill++) {
      expect(kill).toBeLessThan(200)
      const { lane } = await open()
      let killedAt = Number.POSITIVE_INFINITY
      while (clock.ms < killedAt && stored.size < items.length) {
        const { run } = lane.admit(
          items.filter((item) => !stored.has(item)),
          same,
        )
        await lane.begin(run)
        clock.ms += run.length > 0 ? 50 : 250
        if (clock.ms >= killedAt) break
        await store.db.transaction().execute((transaction) => lane.clearIn(transaction, run))
        for (const item of run) stored.add(item)
        if (run.length > 0) killedAt = Math.min(killedAt, clock.ms + chance.integer(0, 300))
        if (clock.ms >= killedAt) break
        await lane.end(run)
      }
    }
    await open()
    expect((await readSuspects(store)).filter(({ retryAt }) => retryAt === null)).toEqual([])
  })

  test('an item with a committed result is not blamed, one with a rolled back result is', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.lane.begin(['a', 'b'])
    const second = await open({ previousEnd: 'crashed' })
    clock.ms += 10_000
    expect(second.lane.admit(['a', 'b'], same).run).toEqual(['a'])
    await second.lane.begin(['a'])
    await store.db.transaction().execute((transaction) => second.lane.clearIn(transaction, ['a']))
    await open({ previousEnd: 'crashed' })
    expect((await readSuspects(store)).map(({ key }) => key)).toEqual(['b'])

    const third = await open()
    clock.ms += 10_000
    expect(third.lane.admit(['b'], same).run).toEqual(['b'])
    await third.lane.begin(['b'])
    const rolledBack = store.db.transaction().execute(async (transaction) => {
      await third.lane.clearIn(transaction, ['b'])
      throw new Error('the disk is full')
    })
    await expect(rolledBack).rejects.toThrow('the disk is full')
    await open()
    expect(await readSuspects(store)).toMatchObject([{ key: 'b', times: 2 }])
  })

  test('a waiting suspect is not blamed, and no other one is retried meanwhile', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.lane.begin(['a', 'b'])
    const { lane } = await open({ previousEnd: 'crashed' })
    clock.ms += 10_000
    expect(lane.admit(['a', 'b'], same).run).toEqual(['a'])
    await lane.begin(['a'])
    await lane.pause(['a'])
    expect(lane.admit(['b', 'c'], same).run).toEqual(['c'])
    await open()
    expect((await readSuspects(store)).map(({ times }) => times)).toEqual([1, 1])
  })

  test('an item that crashes the worker for an unknown reason is skipped after three attempts alone', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.lane.begin(['a', 'b', 'c'])
    const counts: number[] = []
    for (let retry = 1; retry <= 3; retry++) {
      const { lane } = await open()
      clock.ms += 100_000
      const others = ['b', 'c', 'd', 'e'].filter((key) => lane.suspects().some((suspect) => suspect.key === key))
      for (const key of others) await lane.end([key])
      const { run } = lane.admit(['a', 'd', 'e'], same)
      expect(run).toEqual(['a'])
      await lane.begin(run)
      counts.push((await readSuspects(store)).find(({ key }) => key === 'a')?.times ?? -1)
    }
    const { lane } = await open()
    expect(counts).toEqual([0, 1, 2])
    clock.ms += 1_000_000
    expect(lane.admit(['a', 'd'], same)).toEqual({ run: ['d'], setAside: ['a'] })
  })

  test('a clean stop blames nothing, and the operator can retry everything', async () => {
    const { store, open } = await start()
    const first = await open()
    await first.lane.begin(['a'])
    await first.work.close()
    const second = await open()
    expect(await readSuspects(store)).toEqual([])
    await second.lane.begin(['a'])
    await open()
    expect(await readSuspects(store)).toHaveLength(1)
    await open({ retryAll: true })
    expect(await readSuspects(store)).toEqual([])
  })

  test('last attempts are followed by a pause, so that kills from outside rarely hit one', async () => {
    const { clock, open } = await start()
    for (let end = 0; end < 2; end++) {
      const { lane } = await open({ previousEnd: end > 0 ? 'crashed' : undefined })
      for (const key of ['a', 'b']) await lane.begin([key])
    }
    const { lane } = await open({ previousEnd: 'crashed' })
    expect(lane.suspects().map(({ times }) => times)).toEqual([2, 2])
    clock.ms += 60_000
    expect(lane.admit(['a', 'b'], same).run).toEqual(['a'])
    await lane.begin(['a'])
    clock.ms += 1_000
    await lane.end(['a'])
    clock.ms += 20_000
    expect(lane.admit(['b'], same).run).toEqual([])
    clock.ms += 10_000
    expect(lane.admit(['b'], same).run).toEqual(['b'])
  })

  test('a suspect that is no longer queued is forgotten: it finished just before the worker died', async () => {
    const { store, clock, open } = await start()
    const first = await open()
    await first.lane.begin(['a', 'b'])
    const { lane } = await open()
    for (let minute = 0; minute < 6; minute++) {
      clock.ms += 60_000
      lane.admit(['a'], same)
    }
    await expect.poll(async () => (await readSuspects(store)).map(({ key }) => key)).toEqual(['a'])
  })

  test('an ordered item that crashed the worker alone is remembered while its node is down', async () => {
    const { store, clock, open } = await start()
    const ordered = async () => (await open()).work.lane(1, 'evm-blocks', { isOrdered: true })
    await (await ordered()).begin(['7', '8'])
    await (await ordered()).begin(['7'])
    const lane = await ordered()
    for (let minute = 0; minute < 6; minute++) {
      clock.ms += 60_000
      lane.admit([], same)
    }
    await expect.poll(async () => (await readSuspects(store)).map(({ key }) => key)).toEqual(['7'])
  })

  test('a suspect that could not start lets the others go first', async () => {
    const { clock, open } = await start()
    const first = await open()
    await first.lane.begin(['a', 'b'])
    const { lane } = await open()
    clock.ms += 10_000
    expect(lane.admit(['a', 'b'], same).run).toEqual(['a'])
    await lane.begin(['a'])
    await lane.leave(['a'])
    expect(lane.admit(['b'], same).run).toEqual(['b'])
  })
})
