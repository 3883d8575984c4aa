import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { addPage, type EvictedRow, isEvicted, pageOf } from '#components/kit/rows/evicted-row.ts'
import { createPageWindow } from '#components/kit/rows/page-window.ts'

type Row = { id: number; block_number: string }
type Page = { result: Row[]; cursor: string | null }

const perPage = 50
const pageAt = (index: number, pages: number): Page => ({
  result: Array.from({ length: perPage }, (_, at) => ({
    id: index * perPage + at,
    block_number: String(1_000_000 - index * perPage - at),
  })),
  cursor: index + 1 < pages ? String(index + 1) : null,
})

/** A list of which all pages were loaded. */
const filledList = (pages: number) => {
  const cache = new QueryClient()
  const queryKey = ['list', pages]
  cache.setQueryData(queryKey, {
    pages: Array.from({ length: pages }, (_, index) => pageAt(index, pages)),
    pageParams: Array.from({ length: pages }, (_, index) => (index === 0 ? undefined : String(index))),
  })
  const data = () => cache.getQueryData<{ pages: Page[]; pageParams: (string | undefined)[] }>(queryKey)?.pages ?? []
  const rows = () => {
    const all: (Row | EvictedRow)[] = []
    for (const [index, page] of data().entries()) addPage(all, page, index, ({ result }) => result)
    return all
  }
  const asked: (string | undefined)[] = []
  const queryFn = vi.fn(async ({ pageParam }: { pageParam: string | undefined }) => {
    asked.push(pageParam)
    return pageAt(Number(pageParam ?? 0), pages)
  })
  const window = createPageWindow(cache, { queryKey, queryFn, blockOf: (row: Row) => row.block_number })
  const see = (row: number) => {
    const [first, last] = [rows()[row], rows()[row + 20]]
    if (!first || !last) throw new Error('there are no such rows')
    window.see(first, last)
  }
  return { cache, queryKey, rows, asked, queryFn, window, see }
}

const held = (rows: readonly object[]): number => rows.filter((row) => !isEvicted(row)).length
const pagesHeldMax = 2 * 20 + 3 + 1 + 10 + 2

test('keeps only the pages near the viewport of a list of any length, and every row its place', async () => {
  const { rows, see, window } = filledList(2_000)
  expect(held(rows())).toBe(100_000)
  for (const row of [99_000, 50_000, 0, 70_000]) {
    see(row)
    const near = Array.from({ length: 21 }, (_, offset) => ({ id: row + offset }))
    await expect.poll(() => rows().slice(row, row + 21)).toMatchObject(near)
    expect(rows()).toHaveLength(100_000)
    expect(held(rows())).toBeLessThanOrEqual(pagesHeldMax * perPage)
    const misplaced = rows().filter(
      (one, at) => pageOf(one) !== Math.floor(at / perPage) || (!isEvicted(one) && one.id !== at),
    )
    expect(misplaced).toEqual([])
  }
  window.end()
})

test('an evicted row has the block at which its page begins', () => {
  const { rows, see, window } = filledList(100)
  see(4_900)
  expect(rows()[2_010]).toEqual({ evictedPage: 40, block: String(1_000_000 - 2_000) })
  window.end()
})

test('scrolling through evicted rows fetches nothing until it rests', async () => {
  const { asked, cache, rows, see, window } = filledList(400)
  see(19_000)
  for (let row = 0; row < 15_000; row += 200) see(row)
  await expect.poll(() => rows()[14_800]).toMatchObject({ id: 14_800 })
  await expect.poll(() => cache.isFetching()).toBe(0)
  expect(asked.map(Number).every((page) => page >= 14_800 / perPage - 2)).toBe(true)
  window.end()
})

test('a page that failed to load is fetched again while it is on screen', async () => {
  const { rows, see, queryFn, window } = filledList(200)
  see(9_900)
  queryFn.mockRejectedValueOnce(new Error('the network is gone'))
  queryFn.mockRejectedValueOnce(new Error('the network is gone'))
  queryFn.mockRejectedValueOnce(new Error('the network is gone'))
  see(5_000)
  await expect.poll(() => rows()[5_000]).toMatchObject({ id: 5_000 })
  window.end()
})

test('nothing changes while the next page loads, and queued changes apply afterwards', async () => {
  const { cache, queryKey, rows, see, window } = filledList(200)
  let arrive = () => {}
  const list = new InfiniteQueryObserver(cache, {
    queryKey,
    queryFn: () =>
      new Promise<Page>((resolve) => {
        arrive = () => resolve(pageAt(200, 201))
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: () => '200',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const next = list.fetchNextPage()
  await expect.poll(() => cache.getQueryState(queryKey)?.fetchStatus).toBe('fetching')
  see(9_900)
  expect(held(rows())).toBe(10_000)
  arrive()
  await next
  await expect.poll(() => held(rows())).toBeLessThanOrEqual(pagesHeldMax * perPage)
  expect(rows()).toHaveLength(201 * perPage)
  expect(rows().at(-1)).toMatchObject({ id: 201 * perPage - 1 })
  window.end()
})
