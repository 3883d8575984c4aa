import { expect, test } from 'vitest'
import { ServiceError } from '#lib/base/errors.ts'
import { createRequireDatabase } from '#lib/http/require-database.ts'

const limits = { withinMs: 60_000, giveUpMs: 120_000 }
const refusing = (thrown: unknown) => createRequireDatabase(() => Promise.reject(thrown), limits)

test('a page is served while the database is readable', async () => {
  await createRequireDatabase(() => Promise.resolve(undefined), limits)()
})

test('a database failure refuses the page with its reason and Retry-After', async () => {
  const away = new ServiceError('not_available', 'The database cannot be reached.', { retryAfterSeconds: 5 })
  await expect(refusing(away)()).rejects.toMatchObject({ status: 503, message: away.message, retryAfterSeconds: 5 })
  const damaged = new ServiceError('not_available', 'The database file is damaged.')
  await expect(refusing(damaged)()).rejects.toMatchObject({ message: damaged.message, retryAfterSeconds: 30 })
})

test('a hanging database counts as unavailable', async () => {
  const require = createRequireDatabase(() => new Promise(() => {}), { withinMs: 1, giveUpMs: 60_000 })
  await expect(require()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
})

test('a bug in the check is reported as a bug', async () => {
  const bug = new TypeError('undefined is not a function')
  await expect(refusing(bug)()).rejects.toBe(bug)
})
