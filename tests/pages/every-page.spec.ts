import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { everyKindOfPage } from '#tests/support/every-page.ts'
import { expect, test } from './browser-test.ts'

/*
 * What holds for every page. That none of them logs an error, fails a request or asks another origin is the watch of each test.
 */

const sweepMs = 600_000
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

test('every page passes axe in both themes, fits a phone, and has one heading and a title of its own', async ({
  page,
  demo,
}) => {
  test.setTimeout(sweepMs)
  const titles = new Map<string, string>()
  for (const path of everyKindOfPage())
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(desktop)
      expect((await page.goto(demo.url + path))?.status()).toBe(200)
      await untilWhole(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      titles.set(page.url(), await page.title())
      expect.soft(await faults(page), path).toEqual([])
      expect.soft(await overflow(page), path).toBe(0)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize(phone)
      await expect.soft.poll(() => overflow(page), path).toBe(0)
      expect
        .soft(await faults(page, ['color-contrast', 'target-size', 'scrollable-region-focusable']), path)
        .toEqual([])
    })
  const all = [...titles.values()]
  expect(all.filter((title, index) => all.indexOf(title) < index)).toEqual([])
})
