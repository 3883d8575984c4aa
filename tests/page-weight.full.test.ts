import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { everyPage } from '#tests/support/every-page.ts'
import { makeHostile } from '#tests/support/hostile-ledger.ts'
import { type InspectedWeb, startInspectedWeb } from '#tests/support/inspected-web.ts'
import { copyPreparedDemo, environmentOf } from '#tests/support/prepared-demo.ts'

/* The built web process over the demo ledger, filled by strangers with as much as they could write: tests/html/every-page.test.ts weighs it as it is. */

const pageBytesMax = 300_000
const startMs = 240_000
const sweepMs = 280_000
const pagesAtOnce = 16
const healthChecks = 4
const overtakenMax = 2 * pagesAtOnce

let web: InspectedWeb
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-weight-'))
  await copyPreparedDemo(folder)
  const environment = environmentOf(folder)
  web = await startInspectedWeb(environment)
  makeHostile(environment.DATABASE_URL.replace('sqlite:', ''))
}, startMs)
afterAll(async () => {
  await web?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'pages with hostile metadata, names, logs or calldata are at most 300 kB',
  async () => {
    const heavy: string[] = []
    for (const page of everyPage()) {
      const response = await fetch(web.url + page).catch((cause) => {
        throw new Error(`${page} is not answered: ${cause.cause}\n${web.output()}`, { cause })
      })
      const { status } = response
      const size = (await response.arrayBuffer()).byteLength
      if (status !== 200 || size > pageBytesMax) heavy.push(`${page}: ${status}, ${size} bytes`)
    }
    expect(heavy).toEqual([])
  },
  sweepMs,
)

test(
  'health checks respond while sixteen galleries of such tokens are rendered at a time',
  async () => {
    let rendered = 0
    let isAsking = true
    const readers = Array.from({ length: pagesAtOnce }, async () => {
      const statuses = new Set<number>()
      do {
        const response = await fetch(`${web.url}/demo/token/${demoLedger.lanterns}`)
        await response.arrayBuffer()
        statuses.add(response.status)
        rendered += 1
      } while (isAsking)
      return [...statuses]
    })
    /** How many pages were done while each check waited: those before it, and few that were requested after it. */
    const checks: { status: number; overtakenBy: number }[] = []
    for (let asked = 0; asked < healthChecks; asked++) {
      const before = rendered
      const { status } = await fetch(`${web.url}/api/health`)
      checks.push({ status, overtakenBy: rendered - before })
    }
    isAsking = false
    expect(await Promise.all(readers)).toEqual(Array(pagesAtOnce).fill([200]))
    expect(checks.filter(({ status, overtakenBy }) => status !== 200 || overtakenBy > overtakenMax)).toEqual([])
  },
  sweepMs,
)
