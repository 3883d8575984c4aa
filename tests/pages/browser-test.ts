import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { demoWeb } from '#tests/support/demo-servers.ts'
import { type Devnet, startDevnet } from './devnet.ts'

export { demoKey } from '#tests/support/demo-servers.ts'
export { expect }

/** What went wrong behind a page that may look right. */
export type Watch = {
  /** Answers of this status are what the test provokes. */
  allow(status: number): void
  /** The server is stopped for a while. */
  allowUnreachable(): void
  faults(): string[]
}

type TestFixtures = {
  /** Holds for every test: nothing in the console, no failed request, and no request to another origin. */
  watch: Watch
  /** Stops what a test of a page has started after its page was closed: code that loads late would not find the server. */
  stopLater(running: { stop(): Promise<void> }): void
}
type WorkerFixtures = {
  /** A server with nothing configured but a key, its ledger indexed: the same one for all files of the whole run. */
  demo: { url: string }
  /** One devnet with a server for all files that a worker runs: each has accounts of its own. */
  devnet: Devnet
}

/** For tests of answers alone: no page is opened. */
export const apiTest = base.extend<object, WorkerFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await demoWeb()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  devnet: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const devnet = await startDevnet()
      await use(devnet)
      await devnet.stop()
    },
    { scope: 'worker' },
  ],
})

export const test = apiTest.extend<TestFixtures>({
  watch: [
    async ({ page }, use) => {
      const watch = watchPage(page)
      await use(watch)
      expect(watch.faults()).toEqual([])
    },
    { auto: true },
  ],
  stopLater: async ({ page }, use) => {
    await using stack = new AsyncDisposableStack()
    await use((running) => stack.defer(() => running.stop()))
    await page.close()
  },
})

/**
 * Until the worker has stored the head of each EVM chain and Aptos network, as far as it knows it: of what was mined just now it may not. With
 * `block`, until it has stored that.
 */
export const untilIndexed = async (url: string, block = 0): Promise<void> => {
  const isIndexed = async () => {
    const { chains } = await (await fetch(`${url}/api/health`)).json()
    return (
      chains.length > 0 &&
      chains.every(({ lag, indexed }: { lag: number | null; indexed: number }) => lag === 0 && indexed >= block)
    )
  }
  // A server that has just been started migrates its database and indexes the whole demo ledger.
  await expect.poll(isIndexed, { timeout: 240_000 }).toBe(true)
}

/**
 * Until an element answers to what is done to it: before, a key or a click may find no one. React marks elements before it runs the
 * effects that listen to keys: it has nothing left to do. `requestIdleCallback` would tell too, but a mouse that moves right after one
 * hangs headless Chromium for good, about every second time.
 */
export const untilInteractive = async (element: Locator): Promise<void> => {
  const isReady = () =>
    element.evaluate((node) => {
      const [, fiber] = Object.entries(node).find(([name]) => name.startsWith('__reactFiber')) ?? []
      let root = fiber
      while (root?.return) root = root.return
      return root?.stateNode.callbackNode === null
    })
  await expect.poll(isReady).toBe(true)
  await untilDrawn(element.page())
}

/** Until the browser has drawn what the page was last told: two frames. */
export const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/** Listens to all that a page does from here on. */
const watchPage = (page: Page): Watch => {
  const faults: string[] = []
  let mayBeUnreachable = false
  const failed: { status: number; fault: string }[] = []
  const allowed = new Set<number>()
  const isOwn = (url: string): boolean => /^(data|blob|about):/.test(url) || new URL(url).hostname === 'localhost'
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // Chromium's words for an answer above 399, which is counted below.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isAnswer) faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!isOwn(request.url())) faults.push(`foreign: ${request.url()}`)
  })
  // Given up by the page itself is none; what a policy refuses is in the console, but where there are no scripts.
  page.on('requestfailed', (request) => {
    const fault = request.failure()?.errorText ?? ''
    if (/^net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)$/.test(fault) && mayBeUnreachable) return
    if (fault !== 'net::ERR_ABORTED' && fault !== 'csp') faults.push(`${fault}: ${request.url()}`)
  })
  page.on('response', (response) => {
    const isDocument = response.request().resourceType() === 'document'
    if (response.status() < 400 || isDocument) return
    failed.push({ status: response.status(), fault: `${response.status()}: ${response.url()}` })
  })
  return {
    allow: (status) => void allowed.add(status),
    allowUnreachable: () => {
      mayBeUnreachable = true
    },
    faults: () => [...faults, ...failed.filter(({ status }) => !allowed.has(status)).map(({ fault }) => fault)],
  }
}
