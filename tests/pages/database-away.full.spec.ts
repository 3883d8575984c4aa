import { createDatabase, startPostgres } from '#tests/support/postgres.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { expect, test, untilIndexed, untilInteractive } from './browser-test.ts'

/* Every page while the database is away is in tests/html/database-away.test.ts. */

test('an open page leads to the one that says that the database is away, which recovers with it', async ({
  page,
  watch,
  stopLater,
}) => {
  watch.allow(503)
  const postgres = await startPostgres()
  stopLater(postgres)
  const server = await startSpyglass({ DATABASE_URL: await createDatabase(postgres.url) })
  stopLater(server)
  await untilIndexed(server.url)
  await page.goto(`${server.url}/demo`)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Status' })
  await untilInteractive(link)
  await postgres.crash()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Temporarily unavailable')
  await expect(page.getByText('Try again in 5 seconds.')).toBeVisible()
  await postgres.start()
  const statusOf = async () => (await fetch(`${server.url}/status`, { headers: { accept: 'text/html' } })).status
  await expect.poll(statusOf).toBe(200)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`${server.url}/status`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Status')
})
