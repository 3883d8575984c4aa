import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import { servedFeeds } from '#components/evm/timeline/feed/chain-feed.ts'
import type { FeedPage } from '#components/evm/timeline/feed/feed-kind.ts'
import { createTimelineReader } from '#components/evm/timeline/feed/timeline-reader.ts'
import { transactionFeed } from '#components/evm/timeline/feed/transaction-feed.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { createChance } from '#tests/indexing/random.ts'
import { chainState, ledgerOf, pageOf } from './chain-ledger.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pageSize = 3

/** Chains that answer when they are told to. */
const world = (ledgers: Record<string, readonly number[]>, options: { atOnce?: number } = {}) => {
  const asked: { chain: string; answer: () => void; fail: (error: Error) => void; signal: AbortSignal }[] = []
  const rowsOf = Object.fromEntries(
    Object.entries(ledgers).map(([chain, seconds]) => [chain, ledgerOf(chain, seconds)]),
  )
  const names = Object.keys(ledgers)
  const reader = createTimelineReader({
    chains: names.map((name) => chainState(name)),
    first: {},
    chosen: names,
    slowAfterMs: 4_000,
    ...options,
    order: transactionFeed,
    ask: ({ chain }, cursor, signal) =>
      new Promise<FeedPage<ListedTransaction>>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const answer = () => resolve(pageOf(rowsOf[chain] ?? [], cursor, pageSize))
        asked.push({ chain, answer, fail: reject, signal })
      }),
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const turn = (chain: string) => {
    const index = asked.findIndex((one) => one.chain === chain)
    const [one] = asked.splice(index, 1)
    if (index < 0 || !one) throw new Error(`${chain} was not asked`)
    return one
  }
  return {
    reader,
    asked,
    settle,
    answer: async (...chains: string[]) => {
      for (const chain of chains) turn(chain).answer()
      await settle()
    },
    fail: async (chain: string, error = new Error('It broke.')) => {
      turn(chain).fail(error)
      await settle()
    },
    hashes: () => reader.view().rows.map(({ key }) => key),
    stateOf: (chain: string) => reader.view().feeds.find((feed) => feed.chain.chain === chain)?.state,
  }
}

test('limits concurrent chains, and starts the next when one has responded', async () => {
  const { reader, asked, answer } = world({ a: [1], b: [1], c: [1], d: [1], e: [1], f: [1] })
  reader.start()
  expect(asked.map(({ chain }) => chain)).toEqual(['a', 'b', 'c', 'd'])
  await answer('b')
  expect(asked.map(({ chain }) => chain)).toEqual(['a', 'c', 'd', 'e'])
})

test('the list stops where a loaded chain may have more rows, and continues when they are loaded', async () => {
  const { reader, answer, hashes } = world({ a: [9, 8, 7, 2], b: [6, 5, 4, 3, 1] })
  reader.start()
  await answer('a', 'b')
  expect(hashes()).toEqual(['a-9-0', 'a-8-1', 'a-7-2'])
  expect(reader.view().wanted).toEqual(['a'])
  reader.more()
  await answer('a')
  expect(hashes()).toEqual(['a-9-0', 'a-8-1', 'a-7-2', 'b-6-0', 'b-5-1', 'b-4-2'])
})

test('a hanging chain delays no other: its slot is freed, it is marked slow, and its rows are shown on request', async () => {
  const { reader, asked, answer, hashes, stateOf } = world({ a: [9, 1], slow: [8, 7], c: [6] }, { atOnce: 2 })
  reader.start()
  await answer('a')
  expect(hashes()).toEqual(['a-9-0', 'a-1-1'])
  await answer('c')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(stateOf('slow')).toBe('slow')
  expect(hashes()).toEqual(['a-9-0', 'c-6-0', 'a-1-1'])
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false])
  await answer('slow')
  expect(hashes()).toEqual(['a-9-0', 'c-6-0', 'a-1-1'])
  expect(reader.view().lateCount).toBe(2)
  reader.showLate()
  expect(hashes()).toEqual(['a-9-0', 'slow-8-0', 'slow-7-1', 'c-6-0', 'a-1-1'])
  expect(reader.view().lateCount).toBe(0)
})

test('rows of a chain in time are inserted at the top, but wait while the reader has scrolled down', async () => {
  for (const isReadFurtherDown of [false, true]) {
    const { reader, answer, hashes } = world({ a: [9, 1], b: [8] })
    reader.start()
    await answer('a')
    reader.setReadFurtherDown(isReadFurtherDown)
    await answer('b')
    expect(hashes()).toEqual(isReadFurtherDown ? ['a-9-0', 'a-1-1'] : ['a-9-0', 'b-8-0', 'a-1-1'])
  }
})

test('late rows that are all older than the list are appended at once', async () => {
  const { reader, answer, hashes } = world({ a: [9, 8], b: [2, 1] })
  reader.start()
  await answer('a')
  await vi.advanceTimersByTimeAsync(4_000)
  reader.setReadFurtherDown(true)
  await answer('b')
  expect(hashes()).toEqual(['a-9-0', 'a-8-1', 'b-2-0', 'b-1-1'])
})

test('when many chains hang, some are aborted so that the browser keeps free connections', async () => {
  const { reader, asked, stateOf } = world({ a: [1], b: [1], c: [1], d: [1] })
  reader.start()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(['a', 'b', 'c', 'd'].map(stateOf)).toEqual(['slow', 'slow', 'failed', 'failed'])
  expect(asked.filter(({ signal }) => signal.aborted).map(({ chain }) => chain)).toEqual(['c', 'd'])
})

test('a failed chain is marked and can be retried, and the rest is shown', async () => {
  const { reader, answer, fail, hashes, stateOf } = world({ a: [9], b: [8] })
  reader.start()
  await answer('a')
  await fail('b')
  expect(stateOf('b')).toBe('failed')
  expect(hashes()).toEqual(['a-9-0'])
  reader.retry('b')
  expect(hashes()).toEqual(['a-9-0'])
  await answer('b')
  expect(hashes()).toEqual(['a-9-0', 'b-8-0'])
})

test('a chain that fails on a later page removes nothing that was shown', async () => {
  const { reader, answer, fail, hashes } = world({ a: [9, 8, 7, 6, 5], b: [4, 3, 2] })
  reader.start()
  await answer('a', 'b')
  reader.more()
  await fail('a')
  expect(hashes()).toEqual(['a-9-0', 'a-8-1', 'a-7-2', 'b-4-0', 'b-3-1', 'b-2-2'])
  reader.retry('a')
  reader.setReadFurtherDown(true)
  await answer('a')
  expect(hashes()).toEqual(['a-9-0', 'a-8-1', 'a-7-2', 'b-4-0', 'b-3-1', 'b-2-2'])
  reader.showLate()
  expect(hashes()).toEqual(['a-9-0', 'a-8-1', 'a-7-2', 'a-6-3', 'a-5-4', 'b-4-0', 'b-3-1', 'b-2-2'])
})

test('a deselected chain is neither shown nor requested', async () => {
  const { reader, asked, answer, hashes } = world({ a: [9], b: [8] })
  reader.choose(['a'])
  reader.start()
  expect(asked.map(({ chain }) => chain)).toEqual(['a'])
  await answer('a')
  reader.choose(['a', 'b'])
  reader.start()
  await answer('b')
  expect(hashes()).toEqual(['a-9-0', 'b-8-0'])
  reader.choose(['b'])
  expect(hashes()).toEqual(['b-8-0'])
})

test('leaving the page aborts pending requests, and returning continues the list', async () => {
  const { reader, asked, answer, hashes } = world({ a: [9], b: [8] })
  reader.start()
  await answer('a')
  reader.stop()
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true])
  asked.length = 0
  reader.start()
  expect(asked.map(({ chain }) => chain)).toEqual(['b'])
  await answer('b')
  expect(hashes()).toEqual(['a-9-0', 'b-8-0'])
})

test('a chain with an empty index is not requested and delays no other', () => {
  const ask = vi.fn(() => new Promise<FeedPage<ListedTransaction>>(() => {}))
  const chains = [chainState('a', { source: 'index', indexed_block: null })]
  const reader = createTimelineReader({ chains, first: {}, chosen: ['a'], order: transactionFeed, ask })
  reader.start()
  expect(ask).not.toHaveBeenCalled()
  expect(reader.view().wanted).toEqual([])
})

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'whatever the order of responses, the list is sorted, lacks only what it reports, and ends complete (seed %i)',
  async (seed) => {
    const chance = createChance(seed)
    const ledgers = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, chance.integer(1, 6)).map((chain) => {
        const seconds = Array.from({ length: chance.integer(0, 14) }, () => chance.integer(1, 20))
        return [chain, seconds.sort((one, other) => other - one)]
      }),
    )
    const whole = Object.entries(ledgers)
      .flatMap(([chain, seconds], list) => ledgerOf(chain, seconds).map((row, place) => ({ row, list, place })))
      .sort((a, b) => Number(b.row.block_number) - Number(a.row.block_number) || a.list - b.list || a.place - b.place)
      .map(({ row }) => row.hash)
    const { reader, asked, answer, fail, hashes } = world(ledgers)
    reader.start()
    for (let steps = 0; ; steps++) {
      expect(steps).toBeLessThan(500)
      if (chance.happens(0.2)) await vi.advanceTimersByTimeAsync(2_500)
      if (chance.happens(0.3)) reader.setReadFurtherDown(chance.happens(0.5))
      const one = asked[chance.integer(0, asked.length - 1)]
      if (one?.signal.aborted) asked.splice(asked.indexOf(one), 1)
      else if (one) await (chance.happens(0.8) ? answer : fail)(one.chain)
      const places = hashes().map((hash) => whole.indexOf(hash))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      // Down to its last row the list lacks nothing of a chain that is not told to be missing.
      const missing = whole.slice(0, places.at(-1) ?? 0).filter((_, place) => !places.includes(place))
      const aside = reader.view().feeds.filter(({ isAside }) => isAside)
      expect(missing.filter((hash) => !aside.some(({ chain }) => hash.startsWith(`${chain.chain}-`)))).toEqual([])
      reader.more()
      for (const { state, chain } of reader.view().feeds) if (state === 'failed') reader.retry(chain.chain)
      const { feeds } = reader.view()
      if (asked.length === 0 && feeds.every(({ isDone }) => isDone)) break
      if (asked.length === 0) reader.showLate()
    }
    reader.showLate()
    expect(hashes()).toEqual(whole)
  },
)

test('a chain that no source serves is not a failure: the list is complete without it', async () => {
  const { reader, answer, fail, hashes, stateOf } = world({ a: [3, 2, 1], b: [2] })
  reader.start()
  await answer('a')
  await fail('b', new ServiceError('chain_not_served', 'B is not indexed here.'))
  expect(stateOf('b')).toBe('unserved')
  const { feeds, wanted } = reader.view()
  expect(servedFeeds(feeds).map(({ chain }) => chain.chain)).toEqual(['a'])
  expect(feeds.some(({ isAside }) => isAside)).toBe(false)
  expect([wanted, hashes()]).toEqual([[], ['a-3-0', 'a-2-1', 'a-1-2']])
})
