import { expect, test } from 'vitest'
import type { CollectionPage } from '#components/nft/traits/read-collection.ts'
import { type CountedToken, createTraitCounting } from '#components/nft/traits/trait-counting.ts'
import type { FromTraitWorker } from '#components/nft/traits/trait-messages.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { drained } from '#tests/support/drained.ts'

const token = (id: string, colour: string): CountedToken => ({
  id,
  attributes: [{ trait_type: 'Colour', value: colour }],
})
const pages: Record<string, CollectionPage<CountedToken>> = {
  first: { result: [token('1', 'Red'), token('2', 'Red')], cursor: 'second', total: 5 },
  second: {
    result: [token('3', 'Blue'), { id: '4', attributes: null, isPending: true }],
    cursor: 'third',
    total: null,
  },
  third: { result: [token('5', 'Red')], cursor: null, total: null },
}

/** A source that does what `acts` say, one for each request, and then answers. */
const counting = (acts: (() => void)[] = []) => {
  const said: FromTraitWorker[] = []
  const asked: (string | undefined)[] = []
  const waits: number[] = []
  const counted = createTraitCounting({
    ask: async (cursor) => {
      asked.push(cursor)
      acts.shift()?.()
      const page = pages[cursor ?? 'first']
      if (!page) throw new Error('No such page.')
      return page
    },
    order: 'number',
    post: (message) => void said.push(message),
    wait: async (ms) => void waits.push(ms),
    now: () => said.length * 1_000,
  })
  const progress = () => said.findLast((message) => message.type === 'progress')
  return { counted, said, asked, waits, progress }
}
const fail = (error: Error) => () => {
  throw error
}

test('reads a collection to its end, and counts tokens without metadata separately', async () => {
  const { counted, asked, progress } = counting()
  counted.go()
  await drained()
  expect(asked).toEqual([undefined, 'second', 'third'])
  expect(progress()).toMatchObject({ state: 'done', counted: 5, described: 4, pending: 1, total: 5 })
  expect(progress()?.traits).toMatchObject([
    {
      name: 'Colour',
      tokens: 4,
      valueCount: 2,
      values: [
        { text: 'Red', tokens: 3 },
        { text: 'Blue', tokens: 1 },
      ],
    },
  ])
})

test('shows the rarest of the matching tokens first', async () => {
  const { counted, said } = counting()
  counted.go()
  await drained()
  counted.answer({ number: 7, chosen: [], sort: 'rarity' })
  expect(said.at(-1)).toMatchObject({
    type: 'found',
    number: 7,
    matches: 5,
    tokens: [
      { id: '3', bits: 2, rank: 1, ranked: 4 },
      { id: '1', rank: 2 },
      { id: '2', rank: 2 },
      { id: '5' },
      { id: '4', bits: null, rank: null, ranked: 4 },
    ],
  })
})

test('waits for Retry-After of a busy server, then requests the same page', async () => {
  const busy = new ServiceError('rate_limited', 'Too many requests.', { retryAfterSeconds: 9 })
  const { counted, said, asked, waits, progress } = counting([() => {}, fail(busy)])
  counted.go()
  await drained()
  expect(asked).toEqual([undefined, 'second', 'second', 'third'])
  expect(waits).toContain(9_000)
  expect(said.some((message) => message.type === 'progress' && message.state === 'waiting')).toBe(true)
  expect(progress()).toMatchObject({ state: 'done', counted: 5 })
})

test('reports a permanent failure at once, and a retry continues where it stopped', async () => {
  const refused = new ServiceError('forbidden', 'Not for you.')
  const { counted, asked, progress } = counting([() => {}, fail(refused)])
  counted.go()
  await drained()
  expect(progress()).toMatchObject({ state: 'failed', message: 'Not for you.', counted: 2 })
  counted.go()
  await drained()
  expect(asked).toEqual([undefined, 'second', 'second', 'third'])
  expect(progress()).toMatchObject({ state: 'done', counted: 5 })
})

test('gives up on a server that never responds', async () => {
  const { counted, asked, waits, progress } = counting(Array.from({ length: 50 }, () => fail(new Error('Down.'))))
  counted.go()
  await drained()
  expect(asked).toHaveLength(7)
  expect(waits).toEqual([2, 4, 8, 16, 32, 64].map((seconds) => seconds * 1_000))
  expect(progress()).toMatchObject({ state: 'failed', message: 'Down.' })
})

test('a pause in the middle of a page counts nothing twice', async () => {
  const { counted, progress } = counting([() => {}, () => counted.pause()])
  counted.go()
  await drained()
  expect(progress()).toMatchObject({ state: 'paused', counted: 2 })
  counted.go()
  await drained()
  expect(progress()).toMatchObject({ state: 'done', counted: 5 })
})
