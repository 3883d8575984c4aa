import type { Page } from '@playwright/test'
import { everyKindOfPage } from '#tests/support/every-page.ts'
import { pageOfEachLayout } from '#tests/support/page-layouts.ts'
import { isFull, sample } from '#tests/support/tier.ts'
import { axeViolations } from './axe-violations.ts'
import { expect, test } from './browser-test.ts'

/*
 * What every page must be in a browser: by default one page of each layout, in the full tier all of them. That none logs an error, fails
 * a request or asks another origin is the watch of each test; what needs no browser is in tests/html/every-page.test.ts.
 */

const sweepMs = 900_000
const desktop = { width: 1280, height: 844 }
const phone = { width: 390, height: 844 }

const untilWhole = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-loading]')).toHaveCount(0)
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

/** All pages take a few minutes: workers share them. */
const parts = isFull ? 4 : 2
const layouts = pageOfEachLayout()
const paths = isFull ? everyKindOfPage() : layouts
/** Colours are of a theme, not of a page: by default some pages show those of the dark one. */
const inDark = new Set(sample(paths, 8))
test.describe.configure({ mode: 'parallel' })

for (let part = 0; part < parts; part++)
  test(`every ${isFull ? 'page' : 'layout'} passes axe in both themes and fits a phone: part ${part + 1} of ${parts}`, async ({
    page,
    demo,
  }) => {
    test.setTimeout(sweepMs)
    for (const path of paths.filter((_, index) => index % parts === part))
      await test.step(path, async () => {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize(desktop)
        await page.goto(demo.url + path)
        await untilWhole(page)
        expect.soft(await axeViolations(page), path).toEqual([])
        expect.soft(await overflow(page), path).toBe(0)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize(phone)
        await expect.soft.poll(() => overflow(page), path).toBe(0)
        // A list measures its rows again after the window has changed.
        await expect.soft.poll(() => clipped(page), path).toEqual([])
        const rules = ['target-size', 'scrollable-region-focusable', ...(inDark.has(path) ? ['color-contrast'] : [])]
        expect.soft(await axeViolations(page, { rules }), path).toEqual([])
      })
  })
