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
  await scrollDown(page, undefined)
  await expect(page.getByText(/^End of the list: /)).toBeVisible()
}

/** Scrolls from the top to the end of the list, which loads meanwhile, and notes every row whose link begins with `prefix`. */
export const scrollThrough = async (page: Page, prefix: string): Promise<ScrolledList> => {
  // The document has the first rows alone until the list is interactive.
  await untilInteractive(page.getByRole('table').first())
  return await scrollDown(page, prefix)
}

/** Screen by screen with a prefix, from page to page without. It runs in the page: to ask about each step costs more than the step. */
const scrollDown = (page: Page, prefix: string | undefined): Promise<ScrolledList> =>
  page.evaluate(async (start) => {
    const hrefs = new Set<string>()
    let rowsAtOnceMax = 0
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const framesMax = 120
    const isInView = () =>
      [...document.querySelectorAll(`[role=row]:has(a[href^="${start}"])`)].some((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top < window.innerHeight && bottom > 0
      })
    const note = async () => {
      // On a busy machine, rows of the place before may still be drawn.
      for (let frames = 0; frames < framesMax && !isInView(); frames += 2) await drawn()
      const links = document.querySelectorAll(`[role=row] a[href^="${start}"]`)
      for (const link of links) hrefs.add(link.getAttribute('href') ?? '')
      rowsAtOnceMax = Math.max(rowsAtOnceMax, document.querySelectorAll('[role=row]').length)
    }
    const more = () =>
      [...document.querySelectorAll('[aria-live]')].find((end) => /^Load(ing)? more /.test(end.textContent))
    for (let top = 0; ; ) {
      window.scrollTo(0, top)
      await drawn()
      if (start !== undefined) await note()
      const bottom = document.documentElement.scrollHeight - window.innerHeight
      if (top < bottom) top = start === undefined ? bottom : top + window.innerHeight
      else if (more()) more()?.querySelector('button')?.click()
      else return { hrefs: [...hrefs], rowsAtOnceMax }
    }
  }, prefix)
