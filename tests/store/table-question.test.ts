import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { requireAnswer } from '#lib/store/drivers/postgres/response-watch.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'
import { startHangingSchemas } from '#tests/support/hanging-schemas.ts'
import { testStores } from './test-stores.ts'

const { createUrl } = testStores('postgres')

test('before a migration a schema must answer from its tables, if it has any; a coordinator answers without', async () => {
  const passage = await startHangingSchemas(await createUrl())
  onTestFinished(passage.stop)
  const url = `${passage.url}?options=-c%20search_path%3Deth`
  const store = await openStore(url)
  await sql`create schema eth`.execute(store.db)
  const { signal } = new AbortController()
  await requireAnswer(url, 'test', signal)
  await migrate(store, storeMigrations)
  passage.hang('eth')
  await sql`select 1`.execute(store.db)
  await expect(requireAnswer(url, 'test', signal, 500)).rejects.toMatchObject({ code: 'ESILENT' })
  // A stop does not wait for it.
  await requireAnswer(url, 'test', AbortSignal.abort())
  passage.goOn()
  await requireAnswer(url, 'test', signal)
  await store.close()
})
