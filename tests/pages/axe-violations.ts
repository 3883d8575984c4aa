import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isFull } from '#tests/support/tier.ts'

type Extent = {
  rules?: string[]
  /** A selector of what the test is about. The whole page is checked in `npm run test:full`. */
  part?: string
}

/** Faults that axe finds, each with its first place. The pages have no frames, so one run in the page is enough. */
export const axeViolations = async (page: Page, { rules, part }: Extent = {}): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (rules) axe.withRules(rules)
  if (part && !isFull) axe.include(part)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/** The same in both themes, of which the second differs by its colours. */
export const axeViolationsInBothThemes = async (page: Page, part?: string): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axeViolations(page, { part })
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await axeViolations(page, { part, rules: isFull ? undefined : ['color-contrast'] }))]
}
