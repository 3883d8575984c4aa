import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fillLongWallet, longWallet } from '#tests/support/long-wallet.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { isFull } from '#tests/support/tier.ts'
import { expect, test } from './browser-test.ts'
import { loadToEnd } from './scroll-list.ts'

/** 50 pages, or 80: a list holds 40. `tests/bench/long-list.ts` does it with 100,000 rows. */
const rows = isFull ? 4_000 : 2_500
/** All but the second were evicted: while the list was loaded, or on the way between the others. */
const places = [rows / 4, 20, (rows * 7) / 8, (rows * 3) / 10].map(Math.floor)
const folder = mkdtempSync(join(tmpdir(), 'spyglass-long-'))
let server: RunningSpyglass
let hashes: string[]

test.beforeAll(async () => {
  const databaseUrl = `sqlite:${join(folder, 'list.db')}`
  hashes = await fillLongWallet(databaseUrl, rows)
  server = await startSpyglass({
    DATABASE_URL: databaseUrl,
    NODE_URL_ETH: 'http://127.0.0.1:9',
    START_BLOCK_ETH: '0',
    END_BLOCK_ETH: String(rows / 100 - 1),
    RATE_LIMIT_ANONYMOUS: '100000',
  })
})
test.afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const rowAt = (page: Page, index: number) => page.locator(`[role=row][aria-rowindex="${index + 2}"]`)
const table = (page: Page) => page.getByRole('table', { name: 'Transactions' })
const scrollToRow = (page: Page, index: number) =>
  table(page).evaluate((element, at) => {
    const body = element.querySelector('[role=rowgroup]:last-child')
    window.scrollTo(0, (body?.getBoundingClientRect().top ?? 0) + window.scrollY + at * 44 - 300)
  }, index)

test('a long list keeps rows near the viewport; evicted rows are fetched again in place, and Back returns there', async ({
  page,
}) => {
  await page.goto(`${server.url}/eth/address/${longWallet}/transactions`)
  await loadToEnd(page)
  await expect(page.getByText(`End of the list: ${rows.toLocaleString('en')} transactions`)).toBeVisible()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('cursor=')) asked++
  })
  for (const index of places) {
    asked = 0
    await scrollToRow(page, index)
    await expect(rowAt(page, index).locator(`a[href="/eth/tx/${hashes[index]}"]`)).toBeVisible()
    expect(await page.locator('[role=row]').count()).toBeLessThan(80)
    // The first rows stay, and the others come by a few questions.
    if (index > 150) expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(8)
  }
  const last = places.at(-1) ?? 0
  const link = rowAt(page, last).locator(`a[href="/eth/tx/${hashes[last]}"]`)
  await link.click()
  await page.waitForURL('**/eth/tx/**')
  await page.goBack()
  await expect(link).toBeInViewport()
})
