import { expect, test } from 'vitest'
import { createSharedCheck } from '#lib/http/require-database.ts'

const start = (withinMs = 60_000) => {
  const clock = { ms: 0 }
  const started: PromiseWithResolvers<string>[] = []
  const ask = createSharedCheck(
    () => {
      const check = Promise.withResolvers<string>()
      started.push(check)
      return check.promise
    },
    { withinMs, giveUpMs: 10_000, now: () => clock.ms },
  )
  return { clock, started, ask }
}

test('concurrent callers share one check, and the next call starts a new one', async () => {
  const { started, ask } = start()
  const answers = Promise.all(Array.from({ length: 1_000 }, ask))
  expect(started).toHaveLength(1)
  started[0]?.resolve('fine')
  expect(new Set(await answers)).toEqual(new Set(['fine']))
  const next = ask()
  expect(started).toHaveLength(2)
  started[1]?.reject(new Error('the database is gone'))
  expect(await next).toBeUndefined()
})

test('no one waits beyond the limit, and a hanging check is not started again for each caller', async () => {
  const { clock, started, ask } = start(10)
  expect(await ask()).toBeUndefined()
  expect(await Promise.all(Array.from({ length: 100 }, ask))).toEqual(Array(100).fill(undefined))
  expect(started).toHaveLength(1)
  clock.ms += 10_000
  const next = ask()
  expect(started).toHaveLength(2)
  started[1]?.resolve('fine')
  expect(await next).toBe('fine')
  started[0]?.resolve('late')
  expect(ask()).toBeDefined()
  expect(started).toHaveLength(3)
})
