import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { everyKindOfPage } from '#tests/support/every-page.ts'
import { expect, test } from './browser-test.ts'

/*
 * What holds for every page. That none of them logs an error, fails a request or asks another origin is the watch of each test.
 */

const sweepMs = 900_000
const desktop = { width: 1280, height: 844 }
const phone = { width: 390, height: 844 }

const untilWhole = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-loading]')).toHaveCount(0)
}

/** Faults that axe finds, each with its first place. The pages have no frames, so one run in the page is enough. */
const faults = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Texts that are wider than their place, which the panel around them would cut off. The margin of a copy button may be. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(dd, li, p, h1, h2)')]
      .filter((place) => place.clientWidth > 0 && place.scrollWidth > place.clientWidth + 6)
      .filter((place) => getComputedStyle(place).overflowX === 'visible')
      .map(({ tagName, textContent }) => `${tagName}: ${textContent?.slice(0, 80)}`),
  )

// Each part takes a minute or two: workers share them.
const parts = 4
test.describe.configure({ mode: 'parallel' })

for (let part = 0; part < parts; part++)
  test(`every page passes axe in both themes, fits a phone, and has one heading: part ${part + 1} of ${parts}`, async ({
    page,
    demo,
  }) => {
    test.setTimeout(sweepMs)
    for (const path of everyKindOfPage().filter((_, index) => index % parts === part))
      await test.step(path, async () => {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize(desktop)
        expect((await page.goto(demo.url + path))?.status()).toBe(200)
        await untilWhole(page)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        expect.soft(await faults(page), path).toEqual([])
        expect.soft(await overflow(page), path).toBe(0)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize(phone)
        await expect.soft.poll(() => overflow(page), path).toBe(0)
        // A list measures its rows again after the window has changed.
        await expect.soft.poll(() => clipped(page), path).toEqual([])
        expect
          .soft(await faults(page, ['color-contrast', 'target-size', 'scrollable-region-focusable']), path)
          .toEqual([])
      })
  })

test('every page has a title of its own', async ({ demo }) => {
  const titles = new Map<string, string[]>()
  for (const path of everyKindOfPage()) {
    const response = await fetch(demo.url + path)
    const [, title = ''] = /<title>([^<]*)<\/title>/.exec(await response.text()) ?? []
    expect.soft(title, path).not.toBe('')
    // Two examples may redirect to the same page.
    titles.set(title, [...new Set([...(titles.get(title) ?? []), response.url])])
  }
  expect([...titles].filter(([, urls]) => urls.length > 1)).toEqual([])
})
