import { beforeEach, expect, test, vi } from 'vitest'
import { type FoundItems, findItems } from '#components/shell/search/found-items.ts'

type Suggest = NonNullable<Parameters<typeof findItems>[2]>[number]

const coin = { path: '/coin', kind: 'Token', name: 'Coin', chain: 'eth' }
const late = { path: '/late', kind: 'Token', name: 'Coin', chain: 'polygon' }

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const reported = (text: string, suggesting: readonly Suggest[] = []) => {
  const reports: (FoundItems | undefined)[] = []
  const stop = findItems(text, (found) => reports.push(found), suggesting)
  return { reports, stop }
}

test('items of the chains that answered are shown at once, and those of the slow ones join', async () => {
  const suggesting: Suggest[] = [
    async ({ waitMs }) =>
      waitMs === undefined ? { items: [coin, late], unanswered: [] } : { items: [coin], unanswered: ['Polygon'] },
    async () => ({ items: [], unanswered: [] }),
  ]
  const { reports } = reported('coin', suggesting)
  await vi.runAllTimersAsync()
  expect(reports[0]).toMatchObject({ state: 'loading', items: [] })
  expect(reports.some((found) => found?.items.length === 1 && found.unanswered.includes('Polygon'))).toBe(true)
  expect(reports.at(-1)).toEqual({ text: 'coin', state: 'done', items: [coin, late], unanswered: [] })
})

test('one family that fails hides nothing of the other; when all fail, the search has failed', async () => {
  const fails: Suggest = async () => Promise.reject(new Error('away'))
  const { reports } = reported('coin', [async () => ({ items: [coin], unanswered: [] }), fails])
  await vi.runAllTimersAsync()
  expect(reports.at(-1)).toMatchObject({ state: 'done', items: [coin] })
  const failed = reported('coin', [fails, fails])
  await vi.runAllTimersAsync()
  expect(failed.reports.at(-1)).toMatchObject({ state: 'failed', items: [] })
})

test('an answer to a text that was typed over is dropped, and ids are not asked for', async () => {
  const asked = vi.fn(async () => ({ items: [coin], unanswered: [] }))
  const { reports, stop } = reported('coi', [asked])
  stop()
  await vi.runAllTimersAsync()
  expect(reports).toHaveLength(1)
  expect(reported('18000000', [asked]).reports).toEqual([undefined])
  expect(reported(`0x${'ab'.repeat(20)}`, [asked]).reports).toEqual([undefined])
  await vi.runAllTimersAsync()
  expect(asked).not.toHaveBeenCalled()
})
