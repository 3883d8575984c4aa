import type { Page } from '@playwright/test'

/** Runs in the page: to the end, one screen a frame, pressing the button where the list asks. */
export const scrollToEnd = async () => {
  const frames: number[] = []
  const tasks: number[] = []
  let longest = { duration: 0, startTime: 0 }
  let rowsMax = 0
  let heightAtEnd = 0
  let framesAtEnd = 0
  const framesAtEndMax = 300
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      tasks.push(duration)
      if (duration > longest.duration) longest = { duration, startTime }
    }
  }).observe({ type: 'longtask' })
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  let before = await frame()
  for (;;) {
    window.scrollBy(0, window.innerHeight)
    const now = await frame()
    frames.push(now - before)
    before = now
    const rowsNow = document.querySelectorAll('[role=row]').length
    rowsMax = Math.max(rowsMax, rowsNow)
    if (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 4) continue
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent?.startsWith('Load more'))?.click()
    if (document.body.textContent?.includes('End of the list: ')) break
    // Lists that came whole do not say where they end: theirs stays where it is.
    const height = document.documentElement.scrollHeight
    framesAtEnd = height === heightAtEnd ? framesAtEnd + 1 : 0
    heightAtEnd = height
    if (framesAtEnd > framesAtEndMax) break
  }
  frames.sort((a, b) => a - b)
  const at = (share: number) => Math.round(frames[Math.floor(share * (frames.length - 1))] ?? 0)
  return {
    frames: frames.length,
    'frame p50 ms': at(0.5),
    'frame p99 ms': at(0.99),
    'frame max ms': at(1),
    'tasks over 50 ms': tasks.length,
    'longest task ms': Math.round(longest.duration),
    'after s': Math.round(longest.startTime / 1_000),
    'rows in the document': rowsMax,
  }
}

/** What a page's scripts hold, in megabytes, after a collection. */
export const heapMegabytes = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return Math.round(usedSize / 1e6)
}
