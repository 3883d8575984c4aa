import { expect, test } from 'vitest'
import { createSharedCalls } from '#lib/base/shared-calls.ts'

test('callers with the same key share a running call; afterwards, even if it failed, the next caller starts a new one', async () => {
  const calls = createSharedCalls<number>()
  const first = Promise.withResolvers<number>()
  let started = 0
  const start = () => {
    started += 1
    return started === 1 ? first.promise : Promise.resolve(started)
  }
  const both = [calls.run('a', start), calls.run('a', start)]
  expect([started, calls.isRunning('a'), calls.isRunning('b'), calls.count()]).toEqual([1, true, false, 1])
  expect(await calls.run('b', start)).toBe(2)
  first.reject(new Error('away'))
  await calls.settled()
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls.count()).toBe(0)
  expect(await calls.run('a', start)).toBe(3)
})
