import type { Page } from '@playwright/test'
import { axeViolations } from './axe-violations.ts'
import { expect, test, untilDrawn, untilIndexed, untilInteractive } from './browser-test.ts'

/*
 * New rows appear automatically, and never move what is being read. A page that is open is used for what follows from it as well:
 * opening it costs most.
 */
let url: string
let wallet: string
/** Sends something from the wallet, in a block of its own: the transaction's hash. */
let send: () => Promise<string>

test.beforeAll(async ({ devnet }) => {
  url = devnet.url
  wallet = devnet.newAccount()
  send = () => devnet.send(wallet, `0x${'bb'.repeat(20)}`)
  for (let index = 0; index < 40; index++) await send()
  await untilIndexed(url, await devnet.height())
})

const rowOf = (page: Page, hash: string) => page.locator(`main a[href="/local/tx/${hash}"]`)
const newer = (page: Page, count: number) =>
  page.getByRole('button', { name: `${count} newer ${count === 1 ? 'row' : 'rows'}` })
const live = (page: Page) => page.getByRole('switch', { name: /Live/ }).first()
/** Until the list has asked for newer rows once: its code loads after the page's. */
const openWallet = async (page: Page) => {
  const asked = page.waitForResponse(/from_block=/)
  await page.goto(`${url}/local/address/${wallet}/transactions`)
  await untilInteractive(live(page))
  await asked
}
const openHome = async (page: Page) => {
  await page.goto(url)
  await untilInteractive(live(page))
}
const firstLink = (page: Page) => page.locator('[role=row] a[href^="/local/tx/"]').first()

declare global {
  interface Window {
    messages?: number
  }
}

/** Runs in the page, before its own scripts. */
const countMessages = (): void => {
  window.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url)
      this.addEventListener('message', () => {
        window.messages = (window.messages ?? 0) + 1
      })
    }
  }
}

/** Questions of lists for what is newest. */
const countAsked = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/from_block=|\/blocks|\/transactions/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test("new rows wait while a wallet's list has focus or a selection; nothing moves until they are requested, by keyboard too", async ({
  page,
}) => {
  await openWallet(page)
  const first = await firstLink(page).getAttribute('href')
  await firstLink(page).focus()
  const top = (await firstLink(page).boundingBox())?.y
  const hashes = [await send(), await send()]
  await expect(newer(page, 2)).toBeVisible()
  expect(await firstLink(page).getAttribute('href')).toBe(first)
  expect((await firstLink(page).boundingBox())?.y).toBe(top)
  expect(await axeViolations(page)).toEqual([])
  await newer(page, 2).click()
  for (const hash of hashes) await expect(rowOf(page, hash)).toBeVisible()

  await page.evaluate(() => {
    const row = document.querySelector('[role=row][aria-rowindex="3"]')
    if (row) getSelection()?.selectAllChildren(row)
  })
  const third = await send()
  await expect(newer(page, 1)).toBeVisible()
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await expect(rowOf(page, third)).toBeVisible()

  await firstLink(page).focus()
  await send()
  await expect(newer(page, 1)).toBeVisible()
  // On the way to the rows one is still reading: they wait until the key is pressed.
  await newer(page, 1).focus()
  const second = await send()
  await expect(newer(page, 2)).toBeFocused()
  await page.keyboard.press('Enter')
  const newest = rowOf(page, second)
  await expect(newest).toBeFocused()
  await expect(newest).toBeInViewport()
  expect(await newest.evaluate((link) => link.matches(':focus-visible'))).toBe(true)

  await newest.blur()
  await page.mouse.wheel(0, 1_000)
  await expect(newest).not.toBeInViewport()
  const last = await send()
  await newer(page, 1).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, last)).toBeFocused()
  await expect(rowOf(page, last)).toBeInViewport()
})

test('on a phone, new rows do not move the view of a scrolled list; when its updates fail it says that it retries, and recovers', async ({
  page,
  watch,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWallet(page)
  await page.mouse.wheel(0, 1_600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1_600)
  await untilDrawn(page)
  const row = page.locator('[role=row][aria-rowindex="14"] a').first()
  const before = [await row.getAttribute('href'), (await row.boundingBox())?.y]
  const hash = await send()
  await expect(newer(page, 1)).toBeVisible()
  expect([await row.getAttribute('href'), (await row.boundingBox())?.y]).toEqual(before)
  await newer(page, 1).click()
  await expect(rowOf(page, hash)).toBeInViewport()

  watch.allow(503)
  await page.route(/from_block=/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"down"}' }),
  )
  await send()
  await expect(page.getByText('Live paused, retrying').first()).toBeVisible()
  await expect(firstLink(page)).toBeVisible()
  const later = await send()
  await page.unroute(/from_block=/)
  await expect(rowOf(page, later)).toBeVisible()
  await expect(page.getByText('Live paused, retrying')).toHaveCount(0)
})

test('the lists of the home page stay still while they have focus, by keyboard too, and resume afterwards', async ({
  page,
}) => {
  await openHome(page)
  const latest = page.getByRole('region', { name: 'Latest blocks' })
  const block = latest.locator('ol a[href^="/local/block/"]').first()
  const text = await block.innerText()
  await block.focus()
  const hash = await send()
  await expect(rowOf(page, hash)).toBeVisible()
  await expect(newer(page, 1)).toBeVisible()
  expect(await block.innerText()).toBe(text)
  await block.blur()
  await expect(block).not.toHaveText(text)
  await expect(newer(page, 1)).toHaveCount(0)

  await block.focus()
  const second = await block.innerText()
  await send()
  await newer(page, 1).focus()
  await page.keyboard.press('Enter')
  await expect(block).not.toHaveText(second)
  await expect(block).toBeFocused()

  // A mouse click leaves the list free to update.
  await send()
  await expect(newer(page, 1)).toBeVisible()
  await newer(page, 1).click()
  await expect(newer(page, 1)).toHaveCount(0)
  const shown = await block.innerText()
  await send()
  await expect(block).not.toHaveText(shown)
})

test('nothing is requested before the server tells of a block, in a hidden tab, or when updates are switched off', async ({
  page,
}) => {
  await page.clock.install()
  await page.addInitScript(countMessages)
  const stream = page.waitForResponse(/\/api\/explorer\/live/)
  await openWallet(page)
  expect((await stream).headers()['content-type']).toContain('text/event-stream')
  // The list may ask once more when the stream begins.
  await page.waitForFunction(() => window.messages)
  const asked = countAsked(page)
  await expect(async () => {
    asked.length = 0
    await page.clock.fastForward(500)
    await untilDrawn(page)
    expect(asked).toEqual([])
  }).toPass({ intervals: [0] })
  // Without the stream, this list is polled every 0.75 seconds, and with it every 30.
  await page.clock.fastForward(10_000)
  await untilDrawn(page)
  expect(asked).toEqual([])
  await expect(rowOf(page, await send())).toBeVisible()

  // A hidden tab catches up when it is visible.
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await untilDrawn(page)
  asked.length = 0
  const unseen = await send()
  await page.clock.fastForward(60_000)
  await untilDrawn(page)
  expect(asked).toEqual([])
  await show('visible')
  await expect(rowOf(page, unseen)).toBeVisible()

  // Switched off, on the next page too; switched on, the list catches up.
  await live(page).click()
  await expect(live(page)).toHaveAttribute('aria-checked', 'false')
  await openHome(page)
  await expect(live(page)).toHaveAttribute('aria-checked', 'false')
  asked.length = 0
  const hash = await send()
  await page.clock.fastForward(60_000)
  await untilDrawn(page)
  expect(asked).toEqual([])
  await expect(rowOf(page, hash)).toHaveCount(0)
  await live(page).click()
  await expect(rowOf(page, hash)).toBeVisible()
})

test('waiting rows are announced, at most once in ten seconds', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await openWallet(page)
  await page.evaluate(() => {
    const said: { text: string; at: number }[] = []
    Object.assign(window, { said })
    const place = [...document.querySelectorAll('main [role=status].sr-only')]
    for (const one of place)
      new MutationObserver(() => {
        if (one.textContent) said.push({ text: one.textContent, at: performance.now() })
      }).observe(one, { childList: true, characterData: true, subtree: true })
  })
  const said = () => page.evaluate(() => (window as unknown as { said: { text: string; at: number }[] }).said)
  await firstLink(page).focus()
  for (let count = 1; count <= 3; count++) {
    await send()
    await expect(newer(page, count)).toBeVisible()
  }
  await page.clock.fastForward(10_000)
  await expect.poll(async () => (await said()).at(-1)?.text).toBe('3 newer rows')
  const announced = await said()
  expect(announced[0]?.text).toBe('1 newer row')
  // Two, unless this machine took ten seconds for the rows between.
  for (const [index, { at }] of announced.slice(1).entries())
    expect(at - (announced[index]?.at ?? at)).toBeGreaterThan(9_500)
})

test('lists are polled while the server refuses the stream; with reduced motion, rows wait until they are requested', {
  tag: '@full',
}, async ({ page, watch }) => {
  watch.allow(503)
  await page.route(/\/api\/explorer\/live/, (route) => route.fulfill({ status: 503, body: 'full' }))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openWallet(page)
  const waiting = await send()
  await newer(page, 1).click()
  await expect(rowOf(page, waiting)).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const hash of [await send(), await send()]) await expect(rowOf(page, hash)).toBeVisible()
})
