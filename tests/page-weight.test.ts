import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { everyPage } from '#tests/support/every-page.ts'
import { makeHostile } from '#tests/support/hostile-ledger.ts'
import { type InspectedWeb, startInspectedWeb } from '#tests/support/inspected-web.ts'

/* The built web process over the demo ledger: first as it is, then filled by strangers with as much as they could write. */

const pageBytesMax = 300_000
/** Of a page with a list of 50 rows, all of them in its HTML. */
const listPageBytesMax = 200_000
const startMs = 240_000
const sweepMs = 280_000
const healthMs = 5_000
const pagesAtOnce = 16

let web: InspectedWeb
let folder: string
let path: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-weight-'))
  path = join(folder, 'spyglass.db')
  web = await startInspectedWeb({ DATABASE_URL: `sqlite:${path}` })
}, startMs)
afterAll(async () => {
  await web?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const read = async (page: string) => {
  const response = await fetch(web.url + page)
  const html = await response.text()
  const rows = html.match(/aria-rowindex="/g)?.length ?? 0
  return { status: response.status, size: Buffer.byteLength(html), html, rows }
}

test(
  'pages with lists are at most 200 kB with their full first page, without JavaScript',
  async () => {
    const heavy: string[] = []
    let longLists = 0
    for (const page of everyPage()) {
      const { size, html, rows } = await read(page)
      if (!html.includes('role="table"')) continue
      if (rows > 50) longLists++
      if (size > listPageBytesMax) heavy.push(`${page}: ${size} bytes with ${rows} rows`)
    }
    expect(heavy).toEqual([])
    expect(longLists).toBeGreaterThan(10)
    const { rows } = await read(`/demo/address/${demoLedger.busiestWallet}/transactions`)
    expect(rows).toBe(51)
  },
  sweepMs,
)

test(
  'pages with hostile metadata, names, logs or calldata are at most 300 kB',
  async () => {
    makeHostile(path)
    const heavy: string[] = []
    for (const page of everyPage()) {
      const { status, size } = await read(page)
      if (status !== 200 || size > pageBytesMax) heavy.push(`${page}: ${status}, ${size} bytes`)
    }
    expect(heavy).toEqual([])
  },
  sweepMs,
)

test(
  'health checks respond while sixteen galleries of such tokens are rendered',
  async () => {
    const gallery = `${web.url}/demo/token/${demoLedger.lanterns}`
    let open = pagesAtOnce
    const pages = Array.from({ length: pagesAtOnce }, async () => {
      const response = await fetch(gallery)
      await response.arrayBuffer()
      open -= 1
      return response.status
    })
    let slowestMs = 0
    do {
      const askedAt = performance.now()
      expect((await fetch(`${web.url}/api/health`)).status).toBe(200)
      slowestMs = Math.max(slowestMs, performance.now() - askedAt)
    } while (open > 0)
    expect(await Promise.all(pages)).toEqual(Array(pagesAtOnce).fill(200))
    expect(slowestMs).toBeLessThan(healthMs)
  },
  sweepMs,
)
