/*
 * What opening and leaving ten pages costs a visitor: first-load JavaScript (gzip), LCP, how long the click on a link takes until
 * its page is there, and that click's INP. The pointer rests on the link for a moment before, as a hand does.
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/navigation.ts
 *
 * The pages must be built. Processor four times slower than this machine, 150 ms round trip, 1.6 Mbit/s down (Lighthouse's mobile
 * profile); the median of three visits, each with an empty cache.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'
import { builtPages } from '#tests/support/built-process.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { launchBrowser } from './support/bench-browser.ts'
import { actAsSlowPhone } from './support/slow-phone.ts'

const { busiestWallet, lanterns, harborCoin, nestedCalls, block, aptosBlock } = demoLedger
const visitsPerPage = 3
const restMs = 200

/** A page, the link that is followed from it, and what its page shows when it is there. */
const visits: [path: string, link: string, content: string][] = [
  ['/', 'main a[href^="/demo/block/"]', '[role=row]'],
  [`/demo/address/${busiestWallet}/transactions`, '[role=row] a[href^="/demo/tx/"]', '[aria-label=Overview]'],
  [`/demo/address/${busiestWallet}/nfts`, 'nav[aria-label=Address] a[href$="/erc20"]', '[role=row]'],
  [`/demo/tx/${nestedCalls}`, 'nav[aria-label=Transaction] a[href$="/logs"]', '[id^=log-]'],
  [`/demo/block/${block}`, 'a[aria-label="Next block"]', '[role=row]'],
  [`/demo/token/${lanterns}`, 'nav[aria-label=Token] a[href$="/owners"]', '[role=row]'],
  [`/demo/token/${harborCoin}`, '[role=row] a[href^="/demo/tx/"]', '[aria-label=Overview]'],
  [`/demo/nft/${lanterns}/1`, 'main a[href^="/demo/token/"]', '[aria-label=Items] a[href*="/nft/"]'],
  [`/aptos/block/${aptosBlock}`, '[role=row] a[href^="/aptos/txn/"]', 'h1'],
  [`/aptos/account/${aptosNfts.wallet}`, '[role=row] a[href^="/aptos/txn/"]', 'h1'],
]

type Seen = { lcp: number; inp: number; contentMs?: number }

/** Runs in the page, before its scripts. */
const observe = () => {
  const seen: Seen = { lcp: 0, inp: 0 }
  Object.assign(window, { seen })
  const watch = (type: string, take: (entry: PerformanceEntry & { interactionId?: number }) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) seen.inp = Math.max(seen.inp, duration)
    },
    { durationThreshold: 16 },
  )
}

/** Runs in the page: notes when the click's page shows its content. */
const timeNextClick = (content: string) => {
  const { seen } = window as unknown as { seen: Seen }
  const from = location.pathname
  document.addEventListener(
    'click',
    () => {
      const clickedAt = performance.now()
      const look = () => {
        // `from` may match the content too, until the address is the next page's.
        if (location.pathname === from || !document.querySelector(`main ${content}`)) return requestAnimationFrame(look)
        seen.contentMs = performance.now() - clickedAt
      }
      look()
    },
    { once: true, capture: true },
  )
}

const firstLoadBytes = (html: string): number => {
  const tags = (html.match(/<(script|link)\b[^>]*>/g) ?? []).filter(
    (tag) => !/nomodule/i.test(tag) && (tag.startsWith('<script') || /modulepreload|as="script"/.test(tag)),
  )
  const scripts = new Set(tags.flatMap((tag) => /(?:src|href)="(\/_next\/[^"?]+\.js)/.exec(tag)?.[1] ?? []))
  return [...scripts].reduce(
    (sum, path) => sum + gzipSync(readFileSync(path.replace(/^\/_next/, builtPages()))).length,
    0,
  )
}

const readSeen = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

const visit = async (browser: Browser, url: string, link: string, content: string) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(observe)
    await actAsSlowPhone(page)
    const document = await page.goto(url, { waitUntil: 'networkidle' })
    const { lcp } = await readSeen(page)
    const target = page.locator(link).locator('visible=true').first()
    await page.evaluate(timeNextClick, content)
    await target.hover()
    await page.waitForTimeout(restMs)
    await target.click()
    await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.contentMs !== undefined, undefined, {
      timeout: 30_000,
    })
    const { inp, contentMs = Number.NaN } = await readSeen(page)
    return { bytes: firstLoadBytes((await document?.text()) ?? ''), lcp, inp, contentMs }
  } finally {
    await context.close()
  }
}

const median = (values: number[]): number => values.sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN

const server = await startSpyglass({})
const browser = await launchBrowser()
try {
  const table: Record<string, string | number>[] = []
  for (const [path, link, content] of visits) {
    const seen: Awaited<ReturnType<typeof visit>>[] = []
    for (let index = 0; index < visitsPerPage; index++)
      seen.push(await visit(browser, server.url + path, link, content))
    table.push({
      page: path.replaceAll(/0x[0-9a-f]{20,}/g, '0x…'),
      'first load kB': ((seen[0]?.bytes ?? 0) / 1_000).toFixed(1),
      'LCP ms': Math.round(median(seen.map(({ lcp }) => lcp))),
      'click to content ms': Math.round(median(seen.map(({ contentMs }) => contentMs))),
      'INP ms': Math.round(median(seen.map(({ inp }) => inp))),
    })
  }
  console.table(table)
} finally {
  await browser.close()
  await server.stop()
}
