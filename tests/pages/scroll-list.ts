import { expect, type Page } from '@playwright/test'
import { untilInteractive } from './browser-test.ts'

export type ScrolledList = {
  /** The row's links to what it is about, in the order of the list, each once. */
  hrefs: string[]
  /** The most rows that were in the document at one time. */
  rowsAtOnceMax: number
}

/** Brings all pages of the list as a visitor does: by scrolling, and by the button where the list asks. */
export const loadToEnd = async (page: Page): Promise<void> => {
  const end = page.getByText(/^End of the list: /)
  const more = page.getByRole('button', { name: /^Load more / })
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    if (await more.isVisible()) await more.click({ timeout: 1_000 })
    await expect(end).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [0] })
}

/** Scrolls from the top to the bottom and notes every row whose link begins with `prefix`. */
export const scrollThrough = async (page: Page, prefix: string): Promise<ScrolledList> => {
  // The document has the first rows alone until the list is interactive.
  await untilInteractive(page.getByRole('table').first())
  return await page.evaluate(async (start) => {
    const hrefs = new Set<string>()
    let rowsAtOnceMax = 0
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const framesMax = 120
    const isInView = () =>
      [...document.querySelectorAll(`[role=row]:has(a[href^="${start}"])`)].some((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top < window.innerHeight && bottom > 0
      })
    for (let top = 0; ; top += window.innerHeight) {
      window.scrollTo(0, top)
      await drawn()
      // On a busy machine, rows of the place before may still be drawn.
      for (let frames = 0; frames < framesMax && !isInView(); frames += 2) await drawn()
      const links = document.querySelectorAll(`[role=row] a[href^="${start}"]`)
      for (const link of links) hrefs.add(link.getAttribute('href') ?? '')
      rowsAtOnceMax = Math.max(rowsAtOnceMax, document.querySelectorAll('[role=row]').length)
      if (top + window.innerHeight >= document.documentElement.scrollHeight) break
    }
    return { hrefs: [...hrefs], rowsAtOnceMax }
  }, prefix)
}
