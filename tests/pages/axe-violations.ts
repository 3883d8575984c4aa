import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Faults that axe finds, each with its first place. The pages have no frames, so one run in the page is enough. */
export const axeViolations = async (page: Page): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}
