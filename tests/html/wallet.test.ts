import { expect, test } from 'vitest'
import { walkWallet } from '#tests/pages/api-pages.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { demoKey } from '#tests/support/demo-servers.ts'
import { demoPages, type HtmlPage } from './html-page.ts'

const demo = demoPages()
const wallet = demoLedger.busiestWallet
const address = `/demo/address/${wallet}`
const path = `${address}/transactions`
const transactions = (page: HtmlPage): string[] => [
  ...new Set(
    page
      .$('[role=table][aria-label=Transactions] a[href^="/demo/tx/"]')
      .toArray()
      .map((link) => page.$(link).attr('href') ?? ''),
  ),
]
/** Where a page that is streamed sends its visitor, with scripts or without. */
const redirect = (page: HtmlPage) => page.$('meta[http-equiv=refresh]').attr('content')?.split('url=')[1]

const everyBounds: Record<string, string>[] = [
  { from_block: '100', to_block: '150' },
  { from_date: '2026-10-01', to_date: '2026-10-02T12:00:00Z' },
  { from_block: '1050', to_date: '2026-10-30' },
]
test.each(everyBounds)('a link with %j shows the rows that the API returns for them', async (bounds) => {
  const { rows } = await walkWallet({ url: demo.url, key: demoKey }, wallet, bounds)
  expect(rows.length).toBeGreaterThan(0)
  // As many as the server sends with the page; the browser loads others.
  expect(rows.length).toBeLessThan(50)
  const page = await demo.read(`${path}?${new URLSearchParams(bounds)}`)
  expect(transactions(page)).toEqual(rows.map(({ hash }) => `/demo/tx/${hash}`))
  for (const [name, value] of Object.entries(bounds)) expect(page.$(`input[name="${name}"]`).val()).toBe(value)
})

test('a link to a position in the list opens there, says so, and links to newer rows', async () => {
  const { rows } = await walkWallet({ url: demo.url, key: demoKey }, wallet, { from_block: '1000' })
  const block = rows.at(-1)?.block_number
  const page = await demo.read(`${path}?to_block=${block}`)
  expect(page.$('[role=table][aria-label=Transactions] a[href*="/block/"]').first().attr('href')).toBe(
    `/demo/block/${block}`,
  )
  expect(page.main).toContain(`The list starts at block ${block}.`)
  expect(page.link('Newer rows above')).toBe(path)
})

test('an invalid bound is explained at its field, and the page stays usable', async () => {
  const page = await demo.read(`${path}?from_block=soon`)
  const field = page.$('input[name="from_block"]')
  expect(field.attr('aria-invalid')).toBe('true')
  expect(page.text(`[id="${field.attr('aria-describedby')}"]`)).toMatch(/whole number/)
  expect(page.headings).toEqual(['Ferry Payouts'])
})

test.each([
  ['unknown and empty parameters are dropped', `${path}?from_block=100&colour=red&to_block=`, '?from_block=100'],
  [
    'bounds for the address itself open its list',
    `${address}?from_block=100&to_block=150`,
    '?from_block=100&to_block=150',
  ],
  ['a cursor for the address itself opens its list', `${address}?cursor=abc`, ''],
])('%s', async (_, from, query) => {
  expect(redirect(await demo.read(from))).toBe(path + query)
})

test('a failed transaction is marked in the list', async () => {
  const page = await demo.read('/demo/block/1082')
  const row = page.$('[role=row]').has(`a[href$="${demoLedger.failedTransaction}"]`)
  expect(row.find('[title="Failed"]')).toHaveLength(1)
})
