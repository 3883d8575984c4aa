import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDatabase, type Postgres, startPostgres } from '#tests/support/postgres.ts'
import { type RunningSpyglass, startSpyglass } from '#tests/support/spyglass.ts'
import { expect, test, untilIndexed, untilInteractive } from './browser-test.ts'
import { demoLedger } from './demo-ledger.ts'

const paths = [
  '/',
  '/demo',
  '/demo/block/25',
  `/demo/address/${demoLedger.busiestWallet}`,
  `/wallet/${demoLedger.busiestWallet}`,
  '/aptos/block/112',
  '/search?q=25',
  '/status',
  '/account',
  '/docs',
  '/no/such/page',
]

const open = (url: string) => fetch(url, { headers: { accept: 'text/html' } })

/** What every page answers while the database is away: the reason, and nothing that it could not know. */
const expectAway = async (url: string, reason: RegExp): Promise<void> => {
  for (const path of paths)
    await test.step(path, async () => {
      const response = await open(url + path)
      const html = await response.text()
      expect.soft(response.status, path).toBe(503)
      expect.soft(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0)
      expect.soft(html, path).toContain('<h1>Temporarily unavailable</h1>')
      expect.soft(html, path).toMatch(reason)
      expect.soft(html, path).not.toMatch(/not served|NODE_URL|not found| {4}at |node_modules|postgres:/i)
    })
  expect((await open(`${url}/robots.txt`)).status).toBe(200)
}

test.describe('while PostgreSQL is down', () => {
  let postgres: Postgres
  let server: RunningSpyglass
  test.beforeAll(async () => {
    postgres = await startPostgres()
    server = await startSpyglass({ DATABASE_URL: await createDatabase(postgres.url) })
    await untilIndexed(server.url)
  })
  test.afterAll(async () => {
    await server.stop()
    await postgres.stop()
  })

  test('every page is a 503 that says so, and recovers with the database', async ({ page, watch }) => {
    watch.allow(503)
    await page.goto(`${server.url}/demo`)
    const link = page.getByRole('navigation').getByRole('link', { name: 'Status' }).first()
    await untilInteractive(link)
    await postgres.crash()
    await expectAway(server.url, /The database cannot be reached\./)

    // A page that was open leads there too.
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Temporarily unavailable')
    await expect(page.getByText('Try again in 5 seconds.')).toBeVisible()

    await postgres.start()
    await expect.poll(async () => (await open(`${server.url}/status`)).status).toBe(200)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL(`${server.url}/status`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Status')
  })
})

test('while another program locks the SQLite file, pages load as usual', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-locked-'))
  const path = join(folder, 'spyglass.db')
  const server = await startSpyglass({ DATABASE_URL: `sqlite:${path}` })
  try {
    await untilIndexed(server.url)
    const holder = new DatabaseSync(path, { timeout: 60_000 })
    holder.exec('begin immediate')
    for (const page of paths)
      expect.soft((await open(server.url + page)).status, page).toBe(page === '/no/such/page' ? 404 : 200)
    holder.close()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
