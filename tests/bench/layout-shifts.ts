/*
 * What moves on its own while a page loads: cumulative layout shift of every kind of page of the demo ledger, on a desktop and a
 * phone with a slow processor, and the elements that moved most. 0.1 counts as good, but a click on a link that moves still misses it.
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/layout-shifts.ts [least shift to show] [desktop | phone]
 *
 * The pages must be built. Which shapes are seen before the content depends on timing: a page without a shift here may have one.
 */
import { type BrowserContextOptions, devices } from '@playwright/test'
import { everyKindOfPage } from '#tests/support/every-page.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { launchBrowser } from './support/bench-browser.ts'

const leastShown = Number(process.argv[2] ?? 0.003)
const [, , , onlyScreen] = process.argv
const slowdown = 2
/** After the page has loaded. */
const watchedMs = 700

type Shift = { value: number; moved: string[] }

/** Runs in the page, before its scripts. */
const observe = () => {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  type Rect = { y: number; height: number }
  type Entry = PerformanceEntry & {
    value: number
    sources: { node: Node | null; previousRect: Rect; currentRect: Rect }[]
  }
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[])
      shifts.push({
        value,
        moved: sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = element?.getAttribute('aria-label') ?? element?.className ?? ''
          const moves = [previousRect, currentRect].map(({ y, height }) =>
            height === 0 ? 'out of sight' : Math.round(y),
          )
          return `${element?.nodeName.toLowerCase()} ${name.slice(0, 30)}: ${moves.join(' to ')}`
        }),
      })
  }).observe({ type: 'layout-shift', buffered: true })
}

const screens: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1_280, height: 800 } },
  phone: devices['Pixel 7'],
}

const server = await startSpyglass()
const browser = await launchBrowser()
try {
  for (const [screen, options] of Object.entries(screens)) {
    if (onlyScreen !== undefined && screen !== onlyScreen) continue
    const context = await browser.newContext(options)
    await context.addInitScript(observe)
    const rows: Record<string, string | number>[] = []
    for (const path of everyKindOfPage()) {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.goto(server.url + path)
      await page.waitForTimeout(watchedMs)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
      await page.close()
      const [largest] = shifts.toSorted((a, b) => b.value - a.value)
      const CLS = shifts.reduce((sum, { value }) => sum + value, 0)
      if (largest && CLS >= leastShown)
        rows.push({
          page: path.replaceAll(/0x[0-9a-f]{20,}/g, '0x…'),
          CLS: CLS.toFixed(3),
          moved: largest.moved[0] ?? '',
        })
    }
    console.log(`${screen}: pages with a shift of at least ${leastShown}`)
    console.table(rows.toSorted((a, b) => Number(b.CLS) - Number(a.CLS)))
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
