import { expect, test } from 'vitest'
import { ServiceError } from '#lib/base/errors.ts'
import { gatherList } from '#lib/pages/ask.ts'

const gathering = () => {
  let rows = 0
  return {
    take: ({ result }: { result: readonly unknown[] }) => {
      rows += result.length
    },
    answer: (stopped: string | null) => ({ rows, stopped }),
  }
}
const page = { result: [1, 2], cursor: 'next' }
const { signal } = new AbortController()

test('a slow source is cut off at the time limit, with the rows so far', async () => {
  let clock = 0
  const ask = async () => {
    clock += 1_000
    return page
  }
  expect(await gatherList(page, gathering(), { ask, now: () => clock, signal })).toEqual({
    rows: 8,
    stopped: 'one response takes at most 3 seconds',
  })
})

test('a source that fails midway gives the rows so far and the reason; a bug is thrown', async () => {
  const fail = (error: Error) => async () => {
    throw error
  }
  const asking = (ask: () => Promise<typeof page>) => gatherList(page, gathering(), { ask, now: () => 0, signal })
  const late = new ServiceError('upstream_timeout', 'The source did not answer in time.')
  expect(await asking(fail(late))).toEqual({ rows: 2, stopped: 'The source did not answer in time.' })
  await expect(asking(fail(new TypeError('a bug')))).rejects.toThrow('a bug')
})

test('nothing more is requested after the caller left', async () => {
  const gone = new AbortController()
  let asked = 0
  const ask = async () => {
    asked++
    gone.abort()
    return page
  }
  await expect(gatherList(page, gathering(), { ask, now: () => 0, signal: gone.signal })).rejects.toThrow()
  expect(asked).toBe(1)
})
