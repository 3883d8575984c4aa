import { expect, test } from 'vitest'
import { openStore } from '#lib/store/open.ts'
import { refuseSilent, requireResponse } from '#lib/store/require-response.ts'

const refusal = { code: 'not_available', retryAfterSeconds: 5 }
const withinMs = 20

test('a silent database is refused after a moment, and at once until the question has ended', async () => {
  const store = await openStore('sqlite::memory:')
  const hung = Promise.withResolvers<void>()
  await expect(requireResponse(store.db, { withinMs, read: () => hung.promise })).rejects.toMatchObject(refusal)
  await expect(requireResponse(store.db, { withinMs })).rejects.toMatchObject(refusal)
  expect(() => refuseSilent(store.db)).toThrow('does not respond')
  hung.resolve()
  await hung.promise
  await requireResponse(store.db, { withinMs })
  refuseSilent(store.db)
  await store.close()
})

test('a question that never ends is asked again', async () => {
  const store = await openStore('sqlite::memory:')
  const read = () => new Promise<void>(() => {})
  await expect(requireResponse(store.db, { withinMs, askAgainMs: 50, read })).rejects.toMatchObject(refusal)
  await expect
    .poll(() =>
      requireResponse(store.db, { withinMs }).then(
        () => 'responds',
        () => 'silent',
      ),
    )
    .toBe('responds')
  await store.close()
})
