import { expect, test } from 'vitest'
import { ServiceError } from '#lib/api/errors.ts'
import { gatherList } from '#lib/pages/gather-list.ts'

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

test('a source that is slow is not asked on forever: what came by then is the answer', async () => {
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

test('a source that fails on the way leaves what it gave, and its reason; a bug is none', async () => {
  const fail = (error: Error) => async () => {
    throw error
  }
  const asking = (ask: () => Promise<typeof page>) => gatherList(page, gathering(), { ask, now: () => 0, signal })
  const late = new ServiceError('upstream_timeout', 'The source did not answer in time.')
  expect(await asking(fail(late))).toEqual({ rows: 2, stopped: 'The source did not answer in time.' })
  await expect(asking(fail(new TypeError('a bug')))).rejects.toThrow('a bug')
})

test('nothing is requested someone who has gone', async () => {
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
