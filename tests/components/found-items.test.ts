import { beforeEach, expect, test, vi } from 'vitest'
import { type FoundItems, findItems } from '#components/shell/search/found-items.ts'

type Suggest = (asked: { text: string; waitMs?: number; signal: AbortSignal }) => Promise<unknown>

const families = vi.hoisted(() => ({ suggests: [] as Suggest[] }))
vi.mock('#components/browser-families.ts', () => ({
  browserFamilies: {
    flatMap: (of: (family: { suggest: Suggest }) => Suggest) => families.suggests.map((suggest) => of({ suggest })),
  },
}))

const coin = { path: '/coin', kind: 'Token', name: 'Coin', chain: 'eth' }
const late = { path: '/late', kind: 'Token', name: 'Coin', chain: 'polygon' }

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const reported = (text: string) => {
  const reports: (FoundItems | undefined)[] = []
  const stop = findItems(text, (found) => reports.push(found))
  return { reports, stop }
}

test('items of the chains that answered are shown at once, and those of the slow ones join', async () => {
  families.suggests = [
    async ({ waitMs }) =>
      waitMs === undefined ? { items: [coin, late], unanswered: [] } : { items: [coin], unanswered: ['Polygon'] },
    async () => ({ items: [], unanswered: [] }),
  ]
  const { reports } = reported('coin')
  await vi.runAllTimersAsync()
  expect(reports[0]).toMatchObject({ state: 'loading', items: [] })
  expect(reports.some((found) => found?.items.length === 1 && found.unanswered.includes('Polygon'))).toBe(true)
  expect(reports.at(-1)).toEqual({ text: 'coin', state: 'done', items: [coin, late], unanswered: [] })
})

test('one family that fails hides nothing of the other; when all fail, the search has failed', async () => {
  const fails: Suggest = async () => Promise.reject(new Error('away'))
  families.suggests = [async () => ({ items: [coin], unanswered: [] }), fails]
  const { reports } = reported('coin')
  await vi.runAllTimersAsync()
  expect(reports.at(-1)).toMatchObject({ state: 'done', items: [coin] })
  families.suggests = [fails, fails]
  const failed = reported('coin')
  await vi.runAllTimersAsync()
  expect(failed.reports.at(-1)).toMatchObject({ state: 'failed', items: [] })
})

test('an answer to a text that was typed over is dropped, and ids are not asked for', async () => {
  const asked = vi.fn(async () => ({ items: [coin], unanswered: [] }))
  families.suggests = [asked]
  const { reports, stop } = reported('coi')
  stop()
  await vi.runAllTimersAsync()
  expect(reports).toHaveLength(1)
  expect(reported('18000000').reports).toEqual([undefined])
  expect(reported(`0x${'ab'.repeat(20)}`).reports).toEqual([undefined])
  await vi.runAllTimersAsync()
  expect(asked).not.toHaveBeenCalled()
})
