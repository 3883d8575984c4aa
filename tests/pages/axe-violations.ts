import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isFull } from '#tests/support/tier.ts'

/** Faults that axe finds, each with its first place. The pages have no frames, so one run in the page is enough. */
export const axeViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/** The same in both themes, of which the second differs by its colours. */
export const axeViolationsInBothThemes = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await axeViolations(page, isFull ? undefined : ['color-contrast']))]
}
