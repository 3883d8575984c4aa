import { startDemoWeb } from '#tests/support/demo-servers.ts'
import { expect, test } from './browser-test.ts'

/* What else refuses a visitor is in tests/html/visitor-budget.full.test.ts. */
test('a browser over its limit is led to the page that says so when it follows a link', async ({
  page,
  watch,
  stopLater,
}) => {
  watch.allow(429)
  const server = await startDemoWeb({ RATE_LIMIT_ANONYMOUS: '2' })
  stopLater(server)
  /** Uses the budget up in the first half of a window, so that it stays used up for over a second. */
  const exhaust = async () => {
    for (;;) {
      const response = await fetch(`${server.url}/docs`, { headers: { accept: 'text/html' } })
      await response.arrayBuffer()
      if (response.status === 429 && response.headers.get('retry-after') === '2') return
    }
  }
  await expect.poll(async () => (await page.goto(`${server.url}/docs`))?.status()).toBe(200)
  // Neither the router's own request nor the document that it then loads finds anything left.
  await page.route('**/status*', async (route) => {
    await exhaust()
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { name: 'Too many requests' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/status`)
})
