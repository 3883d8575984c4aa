/*
 * How long pages take to answer what a visitor does (INP: the slowest interaction, from the press to the next frame), on a
 * phone whose processor is four times slower than this machine, and their LCP and layout shift on a slow network.
 *
 *   CHROME_PATH=/usr/bin/chromium node tests/bench/interactions.ts
 *
 * The pages must be built. Network: 150 ms round trip, 1.6 Mbit/s down, as Lighthouse's mobile profile has it.
 */
import { devices, type Page } from '@playwright/test'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { launchBrowser } from './support/bench-browser.ts'
import { actAsSlowPhone } from './support/slow-phone.ts'

const wallet = `/demo/address/${demoLedger.busiestWallet}`

const tap =
  (name: string | RegExp, role: 'button' | 'link' = 'button') =>
  async (page: Page) => {
    const target = page.getByRole(role, { name }).locator('visible=true').first()
    await target.scrollIntoViewIfNeeded({ timeout: 5_000 })
    await target.tap({ timeout: 5_000 })
  }
const type = (text: string) => async (page: Page) => {
  await page.getByRole('combobox').locator('visible=true').first().fill('')
  await page.keyboard.type(text, { delay: 60 })
}
const flick = async (page: Page) => {
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(60)
  }
}
const press = (key: string) => (page: Page) => page.keyboard.press(key)

type Step = (page: Page) => Promise<unknown>
const visits: [path: string, ...steps: Step[]][] = [
  ['/', type('lantern'), press('Escape'), press('?'), press('Escape')],
  [
    `${wallet}/transactions`,
    flick,
    press('j'),
    press('j'),
    tap(/Load more/),
    flick,
    tap('Export'),
    press('Escape'),
    tap('NFTs', 'link'),
  ],
  [`${wallet}/nfts`, flick, tap(/^ERC20/, 'link')],
  [`/demo/token/${demoLedger.lanterns}`, flick, tap(/Load more/), flick, tap('Owners', 'link')],
  [`/demo/tx/${demoLedger.nestedCalls}`, tap('Copy transaction hash'), tap(/^Logs/, 'link')],
  [`/demo/block/${demoLedger.block}`, press('j'), press(']')],
  [`/demo/nft/${demoLedger.lanterns}/1`, press('c'), press(']')],
  [`/aptos/block/${demoLedger.aptosBlock}`, press('j'), press(']')],
]

/** Runs in the page, before its scripts. */
const observe = () => {
  const seen = { interactions: new Map<number, number>(), lcp: 0, shift: 0 }
  Object.assign(window, { seen })
  type Entry = PerformanceEntry & { interactionId?: number; value?: number; hadRecentInput?: boolean }
  const watch = (type: string, take: (entry: Entry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId)
        seen.interactions.set(interactionId, Math.max(duration, seen.interactions.get(interactionId) ?? 0))
    },
    { durationThreshold: 16 },
  )
}

type Seen = { inp: number; interactions: number; lcp: number; shift: number }
const readSeen = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { interactions: Map<number, number>; lcp: number; shift: number }
    }
    const durations = [...seen.interactions.values()]
    return { inp: Math.max(0, ...durations), interactions: durations.length, lcp: seen.lcp, shift: seen.shift }
  })

const server = await startSpyglass({})
const browser = await launchBrowser()
try {
  const table: Record<string, string | number>[] = []
  for (const [path, ...steps] of visits) {
    const context = await browser.newContext(devices['Pixel 7'])
    const page = await context.newPage()
    await page.addInitScript(observe)
    await actAsSlowPhone(page)
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    const { lcp, shift } = await readSeen(page)
    let failed = 0
    for (const step of steps) {
      await step(page).catch(() => failed++)
      await page.waitForTimeout(400)
    }
    const { inp, interactions } = await readSeen(page)
    table.push({
      page: path.replace(/0x[0-9a-f]{20,}/, '0x…'),
      'LCP ms': Math.round(lcp),
      CLS: shift.toFixed(3),
      interactions,
      'INP ms': inp,
      'steps not done': failed,
    })
    await context.close()
  }
  console.table(table)
} finally {
  await browser.close()
  await server.stop()
}
