import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Faults that axe finds, each with its first place. The pages have no frames, so one run in the page is enough. */
export const axeViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const runOnly = rules && { type: 'rule' as const, values: rules }
  const { violations } = await axe.options({ resultTypes: ['violations'], ...(runOnly && { runOnly }) }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/** The same in both themes; of the second, what depends on colours. */
export const axeViolationsInBothThemes = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await axeViolations(page, ['color-contrast']))]
}
