import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { createDatabase, startPostgres } from '#tests/support/postgres.ts'
import { copyPreparedDemo, environmentOf } from '#tests/support/prepared-demo.ts'
import { startSpyglass } from '#tests/support/spyglass.ts'
import { readPage } from './html-page.ts'
import { untilIndexed } from './until-indexed.ts'

const recoveredWithinMs = 60_000
const testMs = 280_000

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
const open = (url: string) => readPage(url, { headers: { accept: 'text/html' } })

test('while PostgreSQL is down, every page is a 503 that says so, and recovers with the database', {
  timeout: testMs,
}, async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  // Of a chain whose node is away too, so that nothing is indexed first.
  const database = await createDatabase(postgres.url)
  const environment = { DATABASE_URL: database, NODE_URL_LOCAL: 'http://127.0.0.1:1' }
  const { url, stop } = await startSpyglass(environment, '/status')
  onTestFinished(stop)
  expect((await open(`${url}/status`)).headings).toEqual(['Status'])
  await postgres.crash()
  for (const path of paths) {
    const page = await open(url + path)
    expect.soft(page.status, path).toBe(503)
    expect.soft(Number(page.headers.get('retry-after')), path).toBeGreaterThan(0)
    expect.soft(page.headings, path).toEqual(['Temporarily unavailable'])
    expect.soft(page.html, path).toContain('The database cannot be reached.')
    expect.soft(page.html, path).toContain('Try again in 5 seconds.')
    // Nothing that it could not know.
    expect.soft(page.html, path).not.toMatch(/not served|NODE_URL|not found| {4}at |node_modules|postgres:/i)
    expect.soft(new URL(page.link('Try again'), page.url).href, path).toBe(url + path)
  }
  expect((await fetch(`${url}/robots.txt`)).status).toBe(200)
  await postgres.start()
  await vi.waitFor(async () => expect((await open(`${url}/status`)).headings).toEqual(['Status']), {
    timeout: recoveredWithinMs,
  })
})

test('while another program locks the SQLite file, pages load as usual', { timeout: testMs }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-locked-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await copyPreparedDemo(folder)
  const environment = environmentOf(folder)
  const { url, stop } = await startSpyglass(environment)
  onTestFinished(stop)
  await untilIndexed(url)
  const holder = new DatabaseSync(environment.DATABASE_URL.replace(/^sqlite:/, ''), { timeout: 60_000 })
  holder.exec('begin immediate')
  for (const path of paths) {
    const { status } = await open(url + path)
    expect.soft(status, path).toBe(path === '/no/such/page' ? 404 : 200)
  }
  holder.close()
})
