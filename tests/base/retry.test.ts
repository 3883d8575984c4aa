import { expect, test } from 'vitest'
import { repeat, retry } from '#lib/base/clock.ts'
import { ServiceError } from '#lib/base/errors.ts'

/** A clock that only notes how long was waited. */
const noting = (ended?: AbortController) => {
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    if (waits.length === 20) ended?.abort()
  }
  return { waits, clock: { now: () => 0, wait } }
}
const failing = (errors: readonly unknown[]) => {
  const left = [...errors]
  return async (failures: number) => {
    if (left.length > 0) throw left.shift()
    return failures
  }
}
const { signal } = new AbortController()

test('the result comes after as many failures as it takes, with delays that double and the number of failures', async () => {
  const { waits, clock } = noting()
  const away = new ServiceError('upstream_timeout', 'The node is away.')
  const reported: unknown[] = []
  const onFailure = (error: unknown, retryInMs: number) => reported.push([error, retryInMs])
  expect(await retry(failing([away, away, away]), { signal, clock, onFailure })).toBe(3)
  expect(waits).toEqual([250, 500, 1_000])
  expect(reported).toEqual(waits.map((ms) => [away, ms]))
})

test('the kind of the error decides the longest delay, not its text: what a retry may fix is tried more often', async () => {
  const longest = async (error: unknown): Promise<number> => {
    const ended = new AbortController()
    const { waits, clock } = noting(ended)
    await retry(failing(Array(30).fill(error)), { signal: ended.signal, clock })
    return Math.max(...waits)
  }
  expect(await longest(new ServiceError('upstream_timeout', 'Never retry this.'))).toBe(15_000)
  expect(await longest(new ServiceError('not_found', 'Please retry.'))).toBe(60_000)
  expect(await longest(new TypeError('Please retry.'))).toBe(60_000)
})

test('a requested delay and that of the caller are lower bounds', async () => {
  const { waits, clock } = noting()
  const busy = new ServiceError('rate_limited', 'Slow down.', { retryAfterSeconds: 7 })
  await retry(failing([busy, new Error('x')]), { signal, clock, waitMsMin: 1_000 })
  expect(waits).toEqual([7_000, 1_000])
})

test('what the signal cuts off is neither an error nor a failure', async () => {
  const ended = new AbortController()
  const act = async () => {
    ended.abort()
    throw new Error('cut off')
  }
  const onFailure = () => expect.unreachable()
  expect(await retry(act, { signal: ended.signal, onFailure })).toBeUndefined()
  expect(await retry(act, { signal: ended.signal, onFailure })).toBeUndefined()
})

test('repeated work goes on until it says so; a success ends a series of failures', async () => {
  const { waits, clock } = noting()
  const steps = [new Error('a'), true, new Error('b'), new Error('c'), true, false, true]
  let taken = 0
  const act = async () => {
    const step = steps[taken++]
    if (step instanceof Error) throw step
    return step === true
  }
  await repeat(act, { signal, clock })
  expect(taken).toBe(6)
  expect(waits).toEqual([250, 250, 500])
})
