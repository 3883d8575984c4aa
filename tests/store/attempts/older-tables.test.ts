import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFirstAttempts } from '#lib/store/attempts/attempts.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { type MigrationSet, migrate } from '#lib/store/store.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'

/** The tables of the last release that counted in another way. */
const before: MigrationSet = {
  name: storeMigrations.name,
  migrations: (types) => {
    const { '008-attempts': _, ...older } = storeMigrations.migrations(types)
    return older
  },
}
const now = 1_000_000

describe.each(dialects)('an update of %s', (dialect) => {
  const stores = testStores(dialect)

  test('keeps what is set aside, what waits for a retry, and what an ended worker was running', async () => {
    const store = await openStore<unknown>(await stores.createUrl())
    onTestFinished(() => store.close())
    await migrate(store, before)
    for (const [key, times, retryAt] of [
      ['set aside', 3, null],
      ['waits', 1, now + 5_000],
      ['retried', 2, now - 5_000],
    ] as const)
      await sql`
        insert into suspect_work (chain, kind, key, times, since, retry_at, reason)
        values (1, 'media', ${key}, ${times}, ${now - 9_000}, ${retryAt}, 'It crashed.')`.execute(store.db)
    for (const [key, times] of [
      ['retried', 3],
      ['beside it', 0],
    ] as const)
      await sql`
        insert into work_in_flight (chain, kind, key, times, worker)
        values (1, 'media', ${key}, ${times}, '')`.execute(store.db)

    await migrate(store, storeMigrations)
    const worker = await openFirstAttempts(store, { now: () => now, previousEnd: 'crashed' })
    const crashed = (await readCrashedItems(store, now)).map(({ key, attempts, retryAt }) => [key, attempts, retryAt])
    expect(crashed.toSorted()).toEqual([
      ['beside it', 0, now + 2_000],
      ['retried', 3, null],
      ['set aside', 3, null],
      ['waits', 1, now + 5_000],
    ])
    const { run, setAside } = worker.of(1, 'media').select(['set aside', 'retried', 'waits', 'new'], (key) => key)
    expect({ run, setAside }).toEqual({ run: ['new'], setAside: ['set aside', 'retried'] })
  })
})
