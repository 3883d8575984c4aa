/*
 * A wallet of 100,000 transactions in a real browser, scrolled from its first row to its last: how much memory the page takes, how
 * long its frames and its longest task are, and whether Back returns to the row that was left.
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/long-list.ts [rows]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillLongWallet, longWallet } from '#tests/support/long-wallet.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { launchBrowser } from './support/bench-browser.ts'
import { heapMegabytes, scrollToEnd } from './support/scroll-to-end.ts'

const rows = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'spyglass-long-list-'))
const databaseUrl = `sqlite:${join(folder, 'list.db')}`

await fillLongWallet(databaseUrl, rows)
const server = await startSpyglass({
  DATABASE_URL: databaseUrl,
  NODE_URL_ETH: 'http://127.0.0.1:9',
  START_BLOCK_ETH: '0',
  END_BLOCK_ETH: String(Math.ceil(rows / 100) - 1),
  RATE_LIMIT_ANONYMOUS: '100000',
})
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${server.url}/eth/address/${longWallet}/transactions`, { waitUntil: 'networkidle' })
  const heap = () => heapMegabytes(page)
  const heapBefore = await heap()
  const startedAt = performance.now()
  const scrolled = await page.evaluate(scrollToEnd)
  const seconds = (performance.now() - startedAt) / 1_000
  const heapAfter = await heap()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await page.waitForTimeout(500)
  const left = await page.evaluate(() => {
    const links = [...document.querySelectorAll('[role=row] a[href*="/tx/"]')]
    return links.find((link) => link.getBoundingClientRect().top > window.innerHeight / 2)?.getAttribute('href')
  })
  const link = page.locator(`[role=row] a[href="${left}"]`)
  await link.click()
  await page.waitForURL(`**${left}`)
  await page.goBack()
  const isBack = await link.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  console.table([
    {
      rows,
      seconds: Math.round(seconds),
      'heap before MB': heapBefore,
      'heap after MB': heapAfter,
      ...scrolled,
      'back to the row': isBack,
    },
  ])
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
